import { memoryOriginals, openOriginals, OriginalsError } from '@palimpsest/originals';
import { expect, test } from 'vitest';
import { lines } from './rounds.ts';
import { contents, open, say, talk } from './conversation.ts';

const note = say('[note]');
const redact = (text: string): string => text.replaceAll(/sk-\w+/g, '[key]');

test('restores messages as they were when saved, even if they were changed later', async () => {
  const originals = await open();
  const nested = { role: 'user', content: [{ type: 'text', text: 'as it was' }] };
  const before = [nested, say('tail')];
  const after = [note, say('tail')];
  const promise = originals.keep(before, after);
  nested.content[0]!.text = 'changed';
  before.length = 0;
  await promise;
  const { messages } = await originals.restore(after);
  expect(lines(messages)).toEqual([
    '{"role":"user","content":[{"type":"text","text":"as it was"}]}',
    '{"role":"user","content":"tail"}',
  ]);
  // Restored messages are copies: changing one does not change the store.
  Object.assign(messages[0]!, { role: 'changed' });
  expect((await originals.restore(after)).messages[0]).toMatchObject({ role: 'user' });
});

test('changes no input, stores nothing without a change or twice, and keeps unreplaced messages the same', async () => {
  const store = memoryOriginals();
  const originals = await openOriginals(store, { session: 's' });
  const before = Object.freeze(talk(1, 3).map((message) => Object.freeze(message)));
  expect(await originals.keep(before, structuredClone(before))).toBeUndefined();
  expect(store.bytes).toBe(0);
  const after = Object.freeze([note, before[2]!]);
  const first = await originals.keep(before, after);
  const { bytes } = store;
  expect(await originals.keep(before, structuredClone(after))).toEqual(first);
  expect([store.bytes, originals.list().length]).toEqual([bytes, 1]);
  expect((await originals.restore(after)).messages[2]).toBe(before[2]);
});

test('terminates when a compression and its inverse are both saved', async () => {
  const originals = await open();
  const [one, other] = [talk(1, 3), [note, say('m3')]];
  await originals.keep(one, other);
  await originals.keep(other, one);
  expect((await originals.restore(other)).messages).toEqual(one);
  expect((await originals.restore(one)).messages).toEqual(one);
});

test('lists the saved compressions, oldest first', async () => {
  const originals = await open();
  const before = talk(1, 5);
  const after = [note, ...before.slice(3)];
  const first = await originals.keep(before, after, { strategy: 'one' });
  const second = await originals.keep([...after, say('m6')], [say('[all]'), say('m6')]);
  expect(originals.list()).toEqual([first, second]);
  expect(first).toMatchObject({ strategy: 'one', messagesBefore: 5, messagesAfter: 3 });
  expect(first?.originals).toHaveLength(3);
  expect(second).toMatchObject({ messagesBefore: 4, messagesAfter: 2 });
});

test('recalls an original by its id, only in its session', async () => {
  const store = memoryOriginals();
  const mine = await openOriginals(store, { session: 'mine' });
  const theirs = await openOriginals(store, { session: 'theirs' });
  const kept = await mine.keep([say('secret'), say('tail')], [note, say('tail')]);
  const [id] = kept!.originals;
  expect(await mine.recall(id!)).toEqual({
    kind: 'found',
    message: say('secret'),
    isRedacted: false,
  });
  expect(await theirs.recall(id!)).toEqual({ kind: 'unknown' });
  for (const other of ['', '../../etc/passwd', '__proto__', id!.toUpperCase(), 'f'.repeat(64)]) {
    expect(await mine.recall(other)).toEqual({ kind: 'unknown' });
  }
  expect(await mine.recall(7 as unknown as string)).toEqual({ kind: 'unknown' });
});

test('reports originals missing from the store, and restores the others', async () => {
  const first = [say('old '.repeat(50)), ...talk(1, 4)];
  const output = [note, ...first.slice(1)];
  const second = [...output, say('new'), say('tail')];
  const after = [...output, say('[long]'), say('tail')];
  const run = async (maxBytes: number) => {
    const store = memoryOriginals({ maxBytes });
    const originals = await openOriginals(store, { session: 's' });
    const kept = await originals.keep(first, output);
    await originals.keep(second, after);
    return { store, originals, kept: kept! };
  };
  const { store } = await run(Infinity);
  const { originals, kept } = await run(store.bytes - 1);
  expect(await originals.recall(kept.originals[0]!)).toEqual({ kind: 'missing', reason: 'absent' });
  const { messages, missing, restored } = await originals.restore(after);
  expect(contents(messages)).toEqual(contents(second));
  expect(restored).toBe(1);
  expect(missing).toEqual([
    { compression: kept.id, reason: 'absent', ids: kept.originals, index: 0 },
  ]);
});

test('reports originals that the store changed as corrupt, and never returns them', async () => {
  const inner = memoryOriginals();
  const originals = await openOriginals(
    {
      ...inner,
      get: async (session, ids) =>
        (await inner.get(session, ids)).map((text) => text?.replace('m1', 'forged')),
    },
    { session: 's' },
  );
  const before = talk(1, 5);
  const after = [say('[a]'), before[2]!, say('[b]'), before[4]!];
  const kept = await originals.keep(before, after);
  const { messages, missing } = await originals.restore(after);
  expect(contents(messages)).toEqual(['[a]', 'm3', 'm4', 'm5']);
  expect(missing).toEqual([
    { compression: kept?.id, reason: 'corrupt', ids: [kept?.originals[0]], index: 0 },
  ]);
  expect(await originals.recall(kept!.originals[0]!)).toEqual({
    kind: 'missing',
    reason: 'corrupt',
  });
});

test('removes redacted text from everything it stores, and reports the redaction', async () => {
  const store = memoryOriginals();
  const texts: string[] = [];
  const originals = await openOriginals(
    {
      ...store,
      put: (session, given) => {
        texts.push(...given.map(({ text }) => text));
        return store.put(session, given);
      },
      append: (session, record) => {
        texts.push(record);
        return store.append(session, record);
      },
    },
    { session: 's', redact },
  );
  const before = [
    {
      role: 'user',
      content: 'My key is sk-abc',
      'sk-name': [['sk-a', new URL('https://a.b/?k=sk-c')]],
    },
    say('fine'),
    say('tail'),
  ];
  // The host holds the unredacted output, which is still recognized.
  const after = [say('[he gave sk-abc]'), say('tail')];
  await originals.keep(before, after, { metadata: new Map([[0, { key: 'sk-abc' }]]) });
  expect(texts.join('\n')).not.toMatch(/sk-(?!name)/);
  const { messages, restored, redacted } = await originals.restore(after);
  expect([restored, redacted]).toEqual([2, 1]);
  expect(messages[0]).toMatchObject({ content: 'My key is [key]' });
  expect(Object.keys(messages[0]!)).toContain('sk-name');
  expect(originals.findProof(after[0])?.metadata).toEqual({ key: '[key]' });
  expect(originals.redact('sk-abc')).toBe('[key]');
  // A second compression of that output links to the first.
  const more = [...after, say('m1'), say('m2')];
  const last = [say('[both]'), say('m2')];
  await originals.keep(more, last);
  expect(contents((await originals.restore(last)).messages as never)).toEqual([
    'My key is [key]',
    'fine',
    'tail',
    'm1',
    'm2',
  ]);
});

test('refresh loads compressions of another instance, and interleaved writes lose nothing', async () => {
  const store = memoryOriginals();
  const one = await openOriginals(store, { session: 's' });
  const other = await openOriginals(store, { session: 's' });
  const first = talk(1, 6);
  const a = [say('[a]'), ...first.slice(3)];
  await one.keep(first, a);
  const second = [...a, ...talk(7, 9)];
  const b = [say('[b]'), ...second.slice(3)];
  await other.keep(second, b);
  const third = [...b, ...talk(10, 12)];
  const c = [say('[c]'), ...third.slice(3)];
  await one.keep(third, c);
  await one.refresh();
  expect((await one.restore(c)).messages).toEqual(talk(1, 12));
});

test('rejects values that it cannot restore, before it stores anything', async () => {
  const store = memoryOriginals();
  const originals = await openOriginals(store, { session: 's' });
  const self: Record<string, unknown> = {};
  self['self'] = [self];
  for (const [value, said] of [
    [() => 1, '$.content[0] is a function'],
    [Symbol('s'), 'is a symbol'],
    [1n, 'is a bigint'],
    [Number.NaN, 'is NaN'],
    [self, 'has more than 100 levels'],
    [new Map(), 'is an object of Map'],
    [new Uint8Array(1), 'is an object of Uint8Array'],
    [/x/, 'is an object of RegExp'],
    [new Error('x'), 'is an object of Error'],
    [Promise.resolve(), 'is an object of Promise'],
  ] as const) {
    const before = [say('first'), { role: 'user', content: [value] }];
    const attempt = originals.keep(before, [note]);
    await expect(attempt).rejects.toThrow(said);
    await expect(attempt).rejects.toMatchObject({ name: 'OriginalsError', code: 'NOT_KEEPABLE' });
  }
  expect(store.bytes).toBe(0);
  // Messages that stay in the history may hold any value.
  const tail = { role: 'user', content: [() => 1] };
  await originals.keep([say('first'), tail], [note, tail]);
  expect((await originals.restore([note, tail])).messages[1]).toBe(tail);
});

test('rejects invalid arguments, and says what is expected', async () => {
  const store = memoryOriginals();
  for (const session of ['', 'x'.repeat(257), '\u{D800}', 7 as unknown as string]) {
    const attempt = openOriginals(store, { session });
    await expect(attempt).rejects.toThrow(OriginalsError);
    await expect(attempt).rejects.toThrow(
      'session: expected well-formed text of 1 to 256 characters, got ',
    );
  }
  const none = undefined as unknown as unknown[];
  const text = 'text' as unknown as typeof redact;
  await expect(openOriginals(store, { session: 's', redact: text })).rejects.toThrow(
    'redact: expected a function from text to text, got "text".',
  );
  const originals = await open();
  await expect(originals.keep(none, [])).rejects.toThrow(
    'before: expected an array of messages, got undefined.',
  );
  await expect(originals.keep([], none)).rejects.toThrow(
    'after: expected an array of messages, got undefined.',
  );
  await expect(originals.restore(none)).rejects.toThrow(
    'messages: expected an array of messages, got undefined.',
  );
  const facts = { strategy: 1 as unknown as string };
  await expect(originals.keep([], [], facts)).rejects.toThrow(
    /facts: expected strategy .+, got an object with strategy\./,
  );
  const metadata = {} as unknown as Map<number, unknown>;
  await expect(originals.keep([], [], { metadata })).rejects.toThrow(
    /metadata: expected a Map .+, got an empty object\./,
  );
  for (const maxBytes of [-1, Number.NaN, '1' as unknown as number]) {
    expect(() => memoryOriginals({ maxBytes })).toThrow('a number of 0 or more, or Infinity');
  }
});

test('keeps messages that stay in the output although others represent them, and restores without them', async () => {
  const originals = await open();
  const log = ['m1', 'm2'];
  await originals.keep(log, [...log, 'report'], { covered: ['m2'] });
  expect(originals.ids()).toEqual([originals.idOf('m2')]);
  expect(await originals.recall(originals.idOf('m2'))).toMatchObject({ message: 'm2' });
  expect(originals.findProof('report')?.originals).toEqual([originals.idOf('m2')]);
  expect(originals.findProof('m2')).toBeUndefined();
  const { messages, rounds } = await originals.restore([...log, 'report', 'more']);
  expect([messages, rounds]).toEqual([[...log, 'more'], 1]);
});
