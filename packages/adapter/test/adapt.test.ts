import { checkOpenAI } from '../../formats/test/checker/check-openai.ts';
import { deepFreeze } from '../../conformance/src/deep-freeze.ts';
import { createPalimpsest } from 'palimpsest';
import { expect, test } from 'vitest';
import { createAdapter } from '../src/index.ts';
import { copyOf, requests, session, SMALL, step, stepsOf, user, WINDOW } from './agent.ts';

test('returns the same message list when it fits the window', async () => {
  const messages = session(3, 10);
  const { messages: sent, outcome } = await createAdapter().adapt('openai', messages);
  expect(sent).toBe(messages);
  expect(outcome?.kind).toBe('unchanged');
});

test('keeps a growing session within the limit, without changing the messages of the framework', async () => {
  const adapter = createAdapter(SMALL);
  let smaller = 0;
  for (const messages of deepFreeze(requests(14))) {
    const { messages: sent, outcome } = await adapter.adapt('openai', messages);
    expect(checkOpenAI(sent)).toEqual([]);
    expect(outcome!.tokensAfter).toBeLessThanOrEqual(outcome!.budget.limit);
    if (sent === messages) continue;
    smaller += 1;
    // One report, and then the newest messages as the objects that they were.
    const [record, ...tail] = sent;
    // The text of the agent before the call may have room, too.
    const ran = stepsOf(sent).find((text) => text.startsWith('• Ran'));
    expect(ran).toMatch(/^• Ran `make test-0`.* #[\da-f]{8}:\n/);
    expect(record!.content).toContain('\nMake the build green. Never touch main.\n');
    expect(tail.length).toBeGreaterThan(1);
    for (const [at, message] of messages.slice(-tail.length).entries()) {
      expect(tail[at]).toBe(message);
    }
  }
  expect(smaller).toBeGreaterThan(5);
});

test('returns equal messages for the same request, and returns its own output unchanged', async () => {
  const adapter = createAdapter(SMALL);
  const messages = session(14);
  const first = await adapter.adapt('openai', messages);
  expect(first.messages).not.toBe(messages);
  const again = await adapter.adapt('openai', messages);
  expect(again.messages).toEqual(first.messages);
  const sentAgain = await adapter.adapt('openai', first.messages);
  expect(sentAgain.messages).toBe(first.messages);
});

test('keeps the sent prefix unchanged until the next compression', async () => {
  const adapter = createAdapter(SMALL);
  let before: readonly unknown[] = [];
  let rewrites = 0;
  for (const messages of requests(16)) {
    const { messages: sent, outcome } = await adapter.adapt('openai', messages);
    const same = outcome?.firstChangedIndex ?? before.length;
    expect(sent.slice(0, same)).toEqual(before.slice(0, same));
    if (same < before.length) rewrites += 1;
    before = sent;
  }
  expect(rewrites).toBeGreaterThan(0);
  expect(rewrites).toBeLessThan(10);
});

test('sends the same when the framework continues from the sent messages instead of the originals', async () => {
  const keeping = createAdapter(SMALL);
  const carrying = createAdapter(SMALL);
  let carried: readonly object[] = [user('Make the build green. Never touch main.')];
  for (const messages of requests(14).slice(1)) {
    const sent = await keeping.adapt('openai', messages);
    const { messages: next } = await carrying.adapt('openai', carried.concat(messages.slice(-2)));
    expect(next).toEqual(sent.messages);
    carried = next;
  }
});

test('recognizes copies of known messages by their content', async () => {
  const adapter = createAdapter(SMALL);
  const other = createAdapter(SMALL);
  for (const messages of requests(14)) {
    const anew = copyOf(messages);
    const { messages: sent } = await adapter.adapt('openai', anew);
    expect(sent).toEqual((await other.adapt('openai', messages)).messages);
    const changed = sent.findIndex((message, at) => message !== anew[at]);
    for (const [at, message] of sent.slice(0, Math.max(0, changed)).entries()) {
      expect(message).toBe(anew[at]);
    }
  }
});

test('returns each unchanged message as the object of the current request, in order and once', async () => {
  for (const strategy of ['salience', 'high-density', 'extractive', 'top-down-truncation']) {
    for (const renew of [copyOf, (messages: object[]) => messages]) {
      const settings = { ...WINDOW, 'compression.strategy': strategy };
      const adapter = createAdapter({ settings, registry: createPalimpsest().registry });
      let state: object[] = [user('go on')];
      let isSmaller = false;
      for (let turn = 0; turn < 14; turn += 1) {
        state = renew([...state, ...step(turn), { role: 'assistant', content: 'Done.' }]);
        state.push(user('go on'));
        const { messages: sent } = await adapter.adapt('openai', state);
        isSmaller ||= sent !== state;
        const places = sent.map((message) => state.indexOf(message));
        const own = places.filter((place) => place !== -1);
        expect(own).toEqual([...new Set(own)].toSorted((left, right) => left - right));
        const texts = new Set(state.map((message) => JSON.stringify(message)));
        const foreign = sent.filter((message, at) => {
          return places[at] === -1 && texts.has(JSON.stringify(message));
        });
        expect([strategy, turn, foreign]).toEqual([strategy, turn, []]);
      }
      expect([strategy, isSmaller]).toEqual([strategy, true]);
    }
  }
});

test('treats a system message that changes with each request like a separate system prompt', async () => {
  const adapter = createAdapter(SMALL);
  const plain = createAdapter(SMALL);
  for (const [at, messages] of requests(14).entries()) {
    const system = { role: 'system', content: `It is ${at} o'clock.` };
    const { messages: sent } = await adapter.adapt('openai', [system, ...messages]);
    expect(sent[0]).toBe(system);
    const overhead = { system: system.content };
    expect(sent.slice(1)).toEqual((await plain.adapt('openai', messages, { overhead })).messages);
  }
});

test('counts an image in a system prompt as an image, not by its base64 length', async () => {
  const image = { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo'.repeat(20_000) };
  const system = [
    { type: 'text', text: 'Be brief.' },
    { type: 'image', source: image },
  ];
  const { outcome } = await createAdapter().adapt('anthropic', [user('Hi')], {
    overhead: { system },
  });
  expect(outcome!.tokensAfter).toBeGreaterThan(100);
  expect(outcome!.tokensAfter).toBeLessThan(5_000);
});

test('a reminder at the end of each request does not restart the conversation', async () => {
  const adapter = createAdapter(SMALL);
  let rewrites = 0;
  for (const [at, messages] of requests(16).entries()) {
    const reminder = user(`You have used ${at} steps.`);
    const { messages: sent, outcome } = await adapter.adapt('openai', [...messages, reminder]);
    expect(sent.at(-1)).toBe(reminder);
    expect(checkOpenAI(sent)).toEqual([]);
    const said = sent.filter((message) => JSON.stringify(message).includes('You have used'));
    expect(said).toEqual([reminder]);
    if (outcome?.firstChangedIndex !== undefined) rewrites += 1;
  }
  expect(rewrites).toBeGreaterThan(0);
  expect(rewrites).toBeLessThan(10);
});

test('distinguishes conversations of one adapter by name', async () => {
  const adapter = createAdapter(SMALL);
  const alone = [createAdapter(SMALL), createAdapter(SMALL)];
  const branches = [0, 100].map((offset) =>
    Array.from({ length: 14 }, (_, at) => step(offset + at)).flat(),
  );
  for (let length = 0; length <= 28; length += 2) {
    for (const [index, branch] of branches.entries()) {
      const messages = [user('Go.'), ...branch.slice(0, length)];
      const request = { conversation: `agent-${index}` };
      const { messages: sent } = await adapter.adapt('openai', messages, request);
      expect(sent).toEqual((await alone[index]!.adapt('openai', messages)).messages);
    }
  }
});

test('restarts the conversation when its first message was edited', async () => {
  const adapter = createAdapter(SMALL);
  const messages = session(14);
  await adapter.adapt('openai', messages);
  const edited = [user('Make the build red.'), ...messages.slice(1)];
  const { messages: sent } = await adapter.adapt('openai', edited);
  expect(sent[0]!.content).toContain('\nMake the build red.\n');
  expect(JSON.stringify(sent)).not.toContain('build green');
  expect(sent).toEqual((await createAdapter(SMALL).adapt('openai', edited)).messages);
});

test('returns equal messages for two concurrent requests of one conversation', async () => {
  const adapter = createAdapter(SMALL);
  const messages = session(14);
  await adapter.adapt('openai', session(2));
  const both = await Promise.all([
    adapter.adapt('openai', messages),
    adapter.adapt('openai', messages),
  ]);
  expect(both[0].messages).not.toBe(messages);
  expect(both[0].messages).toEqual(both[1].messages);
});

test('returns the same list when it ends with a tool result without a call', async () => {
  const stray = { role: 'tool', tool_call_id: 'nobody', content: 'late' };
  const messages = [...session(2, 10), stray];
  expect((await createAdapter(SMALL).adapt('openai', messages)).messages).toBe(messages);
});

test('forgets a conversation after 32 others, and restarts it from its messages', async () => {
  const adapter = createAdapter(SMALL);
  const all = session(16);
  const open = (conversation: string, messages: typeof all) =>
    adapter.adapt('openai', messages, { conversation });
  for (const messages of requests(16)) await open('first', messages);
  const known = await open('first', all);
  for (let other = 0; other < 31; other += 1) await open(`other-${other}`, session(1));
  expect((await open('first', all)).messages).toEqual(known.messages);
  for (let other = 0; other < 32; other += 1) await open(`another-${other}`, session(1));
  const anew = await createAdapter(SMALL).adapt('openai', all);
  expect(anew.messages).not.toEqual(known.messages);
  expect((await open('first', all)).messages).toEqual(anew.messages);
});

test('returns a pinned message unchanged', async () => {
  const messages = session(16);
  const pinned = messages[4];
  const adapter = createAdapter({
    ...SMALL,
    pinned: ({ blocks }) => JSON.stringify(blocks).includes('suite 1 passed'),
  });
  expect((await adapter.adapt('openai', messages)).messages).toContain(pinned);
  expect((await createAdapter(SMALL).adapt('openai', messages)).messages).not.toContain(pinned);
});
