import { memoryOriginals, openOriginals } from '@palimpsest/originals';
import { scriptedProvider } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compress } from '../src/index.ts';

const SNAPSHOT = '<state_snapshot>\nThe build is being fixed.\n</state_snapshot>';

interface Message {
  readonly role: string;
  readonly content: string;
}

/** Creates a conversation in OpenAI chat format; message 12 contains a directive. */
function conversation(from = 0, count = 30): Message[] {
  return Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content:
      from + index === 12
        ? 'Go on. Never push to main.'
        : `Message ${from + index}. ${'words that are said '.repeat(20)}`,
  }));
}

test('messages added while the model writes are neither compressed nor saved', async () => {
  const messages = conversation();
  const before = structuredClone(messages);
  const model = scriptedProvider([
    () => {
      messages.push({ role: 'user', content: 'Wait, there is more.' });
      return SNAPSHOT;
    },
  ]);
  const originals = await openOriginals(memoryOriginals(), { session: 's' });
  const { messages: after, report } = await compress(messages, {
    strategy: 'middle-out',
    model,
    originals,
    targetRatio: 0.5,
  });
  expect(messages).toHaveLength(before.length + 1);
  expect(report).toMatchObject({ kind: 'applied', messagesBefore: before.length });
  expect((await originals.restore(after)).messages).toEqual(before);
});

test.each(['middle-out', 'one-shot'])(
  '%s without a model is rejected at the first call, for a conversation of any length',
  async (strategy) => {
    for (const messages of [[], conversation(0, 2)]) {
      await expect(compress(messages, { strategy })).rejects.toMatchObject({ code: 'NO_MODEL' });
    }
  },
);

test('a single model rejects a profile, and a function resolves it', async () => {
  const model = scriptedProvider([SNAPSHOT]);
  const options = {
    strategy: 'one-shot',
    targetRatio: 0.5,
    settings: { 'compression.profile': 'cheap' },
  };
  await expect(compress(conversation(), { ...options, model })).rejects.toMatchObject({
    code: 'PROFILE_NOT_FOUND',
    message: expect.stringContaining('"cheap"'),
  });
  const asked: (string | undefined)[] = [];
  const find = (profile?: string) => {
    asked.push(profile);
    return { provider: model, contextLimit: 100_000 };
  };
  const { report } = await compress(conversation(), { ...options, model: find });
  expect(report.kind).toBe('applied');
  expect(asked).toEqual(['cheap']);
});

test('todos and the transcript path reach the summary', async () => {
  const { messages } = await compress(conversation(), {
    strategy: 'middle-out',
    targetRatio: 0.5,
    model: scriptedProvider([SNAPSHOT]),
    activeTodos: [{ content: 'Write the parser', status: 'in_progress' }],
    transcriptPath: 'logs/whole.jsonl',
  });
  const text = JSON.stringify(messages);
  expect(text).toContain('Write the parser');
  expect(text).toContain('logs/whole.jsonl');
});

test('with a store, another process recognizes a snapshot, updates it, and restores all messages', async () => {
  const store = memoryOriginals();
  const first = conversation();
  const session = await openOriginals(store, { session: 's' });
  const options = { strategy: 'middle-out', targetRatio: 0.5 };
  const once = await compress<Message>(first, {
    ...options,
    model: scriptedProvider([SNAPSHOT]),
    originals: session,
  });

  // Another process reads what was sent, and recognizes the summary by the manifest.
  const read = JSON.parse(JSON.stringify(once.messages)) as Message[];
  const added = conversation(30, 20);
  const model = scriptedProvider(['<state_snapshot>\nIt is fixed.\n</state_snapshot>']);
  const again = await openOriginals(store, { session: 's' });
  const twice = await compress<Message>([...read, ...added], {
    ...options,
    model,
    originals: again,
  });
  const asked = JSON.stringify(model.requests[0]!.contents);
  expect(asked).toContain('begin previous snapshot');
  expect(asked).toContain('The build is being fixed.');
  const text = JSON.stringify(twice.messages);
  expect(text.split('(must not) Never push to main.')).toHaveLength(2);
  expect(text.split('<state_snapshot>')).toHaveLength(2);

  const sent = JSON.parse(JSON.stringify(twice.messages)) as Message[];
  const { messages } = await (await openOriginals(store, { session: 's' })).restore(sent);
  expect(messages).toEqual([...first, ...added]);
});
