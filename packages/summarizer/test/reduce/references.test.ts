import { formatDuplicateMarker, isMarker } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { allReductions, passages, proseOfLength, written } from './passages.ts';

const text = proseOfLength(300);
const lines = (changed: string): string =>
  [...Array.from({ length: 19 }, (_, at) => `This is line number ${at} of the file`), changed].join(
    '\n',
  );

test('keeps the newest copy, and replaces each older one with a reference to it', () => {
  const given = passages(text, 'Fine.', text, proseOfLength(300, 'lunch'), text);
  const found = allReductions(given);
  expect(found.map(({ kind, members, of }) => [kind, members, of])).toEqual([
    ['duplicate', [0], 4],
    ['duplicate', [2], 4],
    ['summary', [3], undefined],
  ]);
  expect(written(found[0]!)).toBe('[dup of message 4 — 300 chars]');
});

test('keeps the first of several recent copies', () => {
  const held = { text, skipReason: 'recent' };
  const found = allReductions(passages(text, held, held), { recencyStart: 1 });
  expect(found.map(({ members, of }) => [members, of])).toEqual([[[0], 1]]);
});

test('a protected passage can be the preserved copy, but never becomes a reference', () => {
  const held = { text, skipReason: 'pinned' };
  expect(allReductions(passages(held, text)).map(({ kind }) => kind)).toEqual(['summary']);
  expect(allReductions(passages(text, held)).map(({ of }) => of)).toEqual([1]);
});

test('replaces a duplicate of content that is never summarized', () => {
  const table = `| a | b |\n| --- | --- |\n${'| some words | more words |\n'.repeat(9)}`;
  expect(allReductions(passages(table, table))).toMatchObject([{ kind: 'duplicate', of: 1 }]);
});

test('a near duplicate names the copy it was compared with, and their similarity', () => {
  const given = passages(lines('old'), lines('new'));
  expect(allReductions(given).map(({ kind }) => kind)).not.toContain('near-duplicate');
  const [found] = allReductions(given, { nearDedup: true });
  expect(found).toMatchObject({ kind: 'near-duplicate', members: [0], of: 1 });
  const { length } = lines('old');
  expect(written(found!)).toBe(`[near-dup of message 1 — ${length} chars, ~90% match]`);
  expect(isMarker(written(found!)!)).toBe(true);
});

test('writes the given prefix before a reference', () => {
  const [found] = allReductions(passages(text, text), { prefix: 'cce:' });
  expect(written(found!)).toBe('[cce:dup of message 1 — 300 chars]');
});

test.each([
  ['of its length', 300, true],
  ['of another length', 301, false],
])('keeps a copy only if an earlier reference names it with its length: %s', (_, length, stays) => {
  const reference = formatDuplicateMarker({ of: 'message 1', length });
  expect(allReductions(passages(reference, text)).length === 0).toBe(stays);
});

test('keeps every text that a reference may name', () => {
  const reference = formatDuplicateMarker({ of: 'it', length: 300 });
  const given = passages(reference, text, proseOfLength(300, 'lunch')).map((passage) => ({
    ...passage,
    name: () => 'it',
  }));
  expect(allReductions(given)).toEqual([]);
});

test('a copy that a reference names becomes a reference only to a copy of the same name', () => {
  const reference = formatDuplicateMarker({ of: 'it', length: 300 });
  const all = passages(reference, text, text);
  const renamed = all.map((passage) => ({ ...passage, name: () => 'it' }));
  expect(allReductions(renamed).map(({ members }) => members)).toEqual([[1]]);
  const other = all.map((passage, at) => ({ ...passage, name: () => (at === 1 ? 'it' : 'that') }));
  expect(allReductions(other)).toMatchObject([{ kind: 'summary', members: [2] }]);
});
