import { memoryOriginals, openOriginals } from '@palimpsest/originals';
import { memorySessions, type SessionStore } from '@palimpsest/originals/sessions';
import { expect, test } from 'vitest';
import { createAdapter, type AdapterOptions } from '../src/index.ts';
import { copyOf, requests, SMALL, user } from './agent.ts';

const INGEST = { 'context-limit': 60_000, 'compression.ingestTokens': 300 };

/** Returns a function that opens the session in a new process, as an adapter. */
function processOpener(options: AdapterOptions = SMALL, store: SessionStore = memorySessions()) {
  const originals = memoryOriginals();
  return () =>
    createAdapter({
      ...options,
      session: { id: 'alice/42', store },
      originals: openOriginals(originals, { session: 'alice/42' }),
    });
}

test.each([
  ['every call', SMALL],
  ['new results only', { settings: INGEST, when: 'ingest' }],
] as const)('%s: new processes send what one process sends', async (_, options) => {
  const open = processOpener(options);
  const withoutSession = createAdapter(options);
  let rewritten = 0;
  for (const messages of requests(14)) {
    const expected = await withoutSession.adapt('openai', messages, { model: 'm' });
    const process = open();
    const { messages: sent, report } = await process.adapt('openai', copyOf(messages), {
      model: 'm',
    });
    expect(JSON.stringify(sent)).toBe(JSON.stringify(expected.messages));
    if (sent.length < messages.length || JSON.stringify(sent) !== JSON.stringify(messages)) {
      rewritten += 1;
    }
    const usage = { promptTokens: 1_000, completionTokens: 40, totalTokens: 1_040 };
    expected.report(usage);
    report(usage);
    await process.flush();
  }
  expect(rewritten).toBeGreaterThan(3);
});

test('100 requests at once in 4 processes: all send the same, and one compression is stored', async () => {
  const store = memorySessions();
  const originals = memoryOriginals();
  const openSession = () => openOriginals(originals, { session: 's' });
  const adapters = await Promise.all(
    [1, 2, 3, 4].map(async () =>
      createAdapter({ ...SMALL, session: { id: 's', store }, originals: await openSession() }),
    ),
  );
  const messages = requests(14).at(-1)!;
  const results = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      adapters[index % 4]!.adapt('openai', copyOf(messages)),
    ),
  );
  expect(new Set(results.map(({ messages: sent }) => JSON.stringify(sent))).size).toBe(1);
  const kinds = results.map(({ outcome }) => outcome?.kind);
  expect(kinds.filter((kind) => kind === 'compressed')).toHaveLength(1);
  expect(kinds.filter((kind) => kind === 'unchanged')).toHaveLength(99);
  const stored = await openSession();
  expect(stored.list()).toHaveLength(1);
});

test('100 requests at once that end differently: all share one compressed prefix', async () => {
  const open = processOpener();
  const adapters = [open(), open(), open(), open()];
  const messages = requests(14).at(-1)!;
  const response = { role: 'assistant', content: 'It is green.' };
  const results = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      adapters[index % 4]!.adapt('openai', [...copyOf(messages), response, user(`And ${index}?`)]),
    ),
  );
  const prefixes = results.map(({ messages: sent }) => JSON.stringify(sent.slice(0, -1)));
  expect(new Set(prefixes).size).toBe(1);
  expect(results.map(({ messages: sent }) => sent.at(-1))).toEqual(
    Array.from({ length: 100 }, (_, index) => user(`And ${index}?`)),
  );
  const kinds = results.map(({ outcome }) => outcome?.kind);
  expect(kinds.filter((kind) => kind === 'compressed')).toHaveLength(1);
});

test('with `onError`, a request that fails starts with what was sent before', async () => {
  const store = memorySessions();
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const open = processOpener({ settings: INGEST, onError }, store);
  const all = requests(14);
  const before = await open().adapt('openai', all.at(-2)!);
  expect(before.outcome?.kind).toBe('compressed');
  const failing = processOpener(
    {
      settings: INGEST,
      onError,
      pinned: () => {
        throw new Error('no');
      },
    },
    store,
  );
  const { messages: sent, outcome } = await failing().adapt('openai', copyOf(all.at(-1)!));
  expect(outcome).toBeUndefined();
  expect(errors).toEqual([new Error('no')]);
  expect(JSON.stringify(sent.slice(0, before.messages.length))).toBe(
    JSON.stringify(before.messages),
  );
  expect(sent.slice(before.messages.length)).toEqual(all.at(-1)!.slice(-2));
});

test('with `onError`, a store that is down sends the given messages', async () => {
  const errors: unknown[] = [];
  const store: SessionStore = {
    ...memorySessions(),
    load: () => Promise.reject(new Error('down')),
  };
  const messages = requests(3).at(-1)!;
  const { messages: sent } = await processOpener(
    { ...SMALL, onError: (error) => void errors.push(error) },
    store,
  )().adapt('openai', messages);
  expect(sent).toBe(messages);
  expect(errors).toEqual([new Error('down')]);
  await expect(processOpener(SMALL, store)().adapt('openai', messages)).rejects.toThrow('down');
});

test('a new process sends the parts of a shortened result, and a session stores none of them', async () => {
  const inner = memorySessions();
  const stored: string[] = [];
  const commit: SessionStore['commit'] = (session, version, change) => {
    stored.push(...change.parts.map(({ text }) => text));
    return inner.commit(session, version, change);
  };
  const open = processOpener({ settings: INGEST, when: 'ingest' }, { ...inner, commit });
  const text = { type: 'text', text: 'ok\n'.repeat(2_000), cache_control: { type: 'ephemeral' } };
  const other = { type: 'novelty', data: 'of a later version of the API' };
  const content = [text, other];
  const messages = [
    user('Make the build green.'),
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'bash', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content }] },
  ];
  const { messages: sent } = await open().adapt('anthropic', messages);
  const shortened = { ...text, text: expect.stringMatching(/…\d/) as unknown };
  expect(sent.at(-1)).toMatchObject({ content: [{ content: [shortened, other] }] });
  const { messages: again } = await open().adapt('anthropic', copyOf(messages));
  expect(again).toEqual(sent);
  expect(stored).toHaveLength(1);
  expect(stored[0]).not.toContain(other.data);
});
