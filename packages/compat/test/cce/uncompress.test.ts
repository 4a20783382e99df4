import { expect, test, vi } from 'vitest';
import {
  compress,
  uncompress,
  type Message,
  type StoreLookup,
  type VerbatimMap,
} from '../../src/cce.ts';
import { say } from './messages.ts';
import { prose } from './texts.ts';

const old = { recencyWindow: 0 };
const originals = [say(prose(1), { id: 'a' }), say(prose(2), { id: 'b' })];
const { messages, verbatim }: { messages: Message[]; verbatim: VerbatimMap } = compress(
  [...originals, say('ok', { id: 'c', role: 'tool' })],
  old,
);

test('replaces summaries by their originals, and returns all other messages as the same objects', () => {
  const restored = uncompress(messages, verbatim);
  expect(restored.messages.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(restored.messages.slice(0, 2)).toEqual(originals);
  expect(restored.messages[2]).toBe(messages[1]);
  expect(restored.missing_ids).toEqual([]);
});

test('accepts a function as store, and passes it only the keys', () => {
  const look = vi.fn<(key: string) => Message | undefined>((key) => verbatim[key]);
  const store: StoreLookup = look;
  expect(uncompress(messages, store)).toEqual(uncompress(messages, verbatim));
  expect(look.mock.calls).toEqual([['a'], ['b']]);
});

test('keeps the summary when the store is empty, and names the missing ids', () => {
  for (const store of [{}, new Map<string, Message>(), () => undefined, () => null]) {
    expect(uncompress(messages, store)).toEqual({
      messages,
      messages_expanded: 0,
      messages_passthrough: messages.length,
      missing_ids: ['a', 'b'],
    });
  }
});

test.each([
  ['another text', { ...originals[0]!, content: 'overwritten' }],
  ['another role', { ...originals[0]!, role: 'tool' }],
  ['another id', { ...originals[0]!, id: 'z' }],
  ['no message', 'a text' as never],
])('an original under the same key with %s is missing, not invented', (_, other) => {
  const result = uncompress(messages, { ...verbatim, a: other });
  expect(result.missing_ids).toContain('a');
  expect(result.messages).not.toContainEqual(other);
});

test('ignores inherited properties of a store', () => {
  const forged = say('[summary: x]', {
    id: 'toString',
    metadata: { _cce_original: { ids: ['toString'], summary_id: 'cce_sum_1', version: 0 } },
  });
  expect(uncompress([forged], {})).toMatchObject({
    messages: [forged],
    missing_ids: ['toString'],
  });
  const heir = Object.create(verbatim) as typeof verbatim;
  expect(uncompress(messages, heir)).toMatchObject({ messages, missing_ids: ['a', 'b'] });
});

const later = async (key: string) => verbatim[key];

test('rejects an asynchronous store, and says what to do instead', () => {
  expect(() => uncompress(messages, later as never)).toThrow(/returned a promise for "a"\. Load/);
});

test('restores a summary written by ContextCompressionEngine', () => {
  const summary = {
    ...originals[0]!,
    content: '[summary: the parser (2 messages merged)]',
    metadata: { _cce_original: { ids: ['a', 'b'], summary_id: 'cce_sum_1x2y3z', version: 0 } },
  };
  const store = { a: originals[0]!, b: originals[1]! };
  expect(uncompress([summary], store).messages).toEqual(originals);
  expect(uncompress([{ ...summary, id: 'x' }], store).messages).toHaveLength(1);
  expect(uncompress([{ ...summary, role: 'tool' }], store).messages).toHaveLength(1);
  expect(uncompress([{ ...summary, content: 'Hello' }], store).messages).toHaveLength(1);
});

const cut = { tokenBudget: 1, forceConverge: true };

test('restores all rounds with recursive, and one round without it', () => {
  const rounds = [compress(originals, old)];
  for (let round = 0; round < 3; round += 1) {
    const newest = rounds.at(-1)!.messages;
    const added = say(prose(10 + round), { id: `n${round}` });
    rounds.push(compress([...newest, added], round === 2 ? cut : old));
  }
  const merged = Object.assign({}, ...rounds.map((round) => round.verbatim)) as typeof verbatim;
  const last = rounds.at(-1)!.messages;
  const all = uncompress(last, merged, { recursive: true });
  expect(all.messages.map(({ id }) => id)).toEqual(['a', 'b', 'n0', 'n1', 'n2']);
  expect(all.messages.slice(0, 2)).toEqual(originals);
  const one = uncompress(last, merged).messages;
  expect(one.map(({ content }) => content!.slice(0, 9))).toContain('[summary:');
});

test('counts the messages that were expanded and those that passed through', () => {
  expect(uncompress(messages, verbatim)).toMatchObject({
    messages_expanded: 1,
    messages_passthrough: 1,
  });
  const twice = compress([...messages, say(prose(5), { id: 'd' })], cut);
  const merged = { ...verbatim, ...twice.verbatim };
  expect(uncompress(twice.messages, merged)).toMatchObject({
    messages: { length: 3 },
    messages_expanded: 2,
    messages_passthrough: 1,
  });
  // The last round expands one summary, and passes the two other messages through.
  expect(uncompress(twice.messages, merged, { recursive: true })).toMatchObject({
    messages: { length: 4 },
    messages_expanded: 3,
    messages_passthrough: 2,
  });
});

const claim = (id: string, ids: string[]): Message =>
  say('[summary: x]', {
    id,
    metadata: { _cce_original: { ids, summary_id: 'cce_sum_1', version: 0 } },
  });

test('bounds the output for metadata that fans out at every step', () => {
  const store: Record<string, Message> = {};
  for (let level = 0; level < 60; level += 1) {
    const next = '#'.repeat(level + 1);
    store['#'.repeat(level)] = claim('', [next, next]);
  }
  const result = uncompress([claim('', ['', ''])], store, { recursive: true });
  expect(result.messages.length).toBeLessThan(200);
});
