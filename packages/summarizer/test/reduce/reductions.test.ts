import {
  isMarker,
  MARKER_MAX_LENGTH,
  PRUNED_POINTER,
  formatSummaryMarker,
} from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { allReductions, passages, proseOfLength, written } from './passages.ts';

const long = proseOfLength(300);

test.each([
  [119, 0],
  [120, 1],
  [121, 1],
])('prose of %d characters: %d summaries', (length, count) => {
  expect(allReductions(passages(proseOfLength(length)))).toHaveLength(count);
});

test.each([
  ['JSON', JSON.stringify({ words: Array.from({ length: 40 }, (_, at) => `word ${at}`) })],
  ['a table', `| a | b |\n| --- | --- |\n${'| some words | more words |\n'.repeat(9)}`],
  ['a secret', `${long} The key is AKIAIOSFODNN7EXAMPLE.`],
  ['code alone', `\`\`\`ts\n${'const answer = 42;\n'.repeat(9)}\`\`\``],
  ['a summary', formatSummaryMarker({ text: long })],
  ['a mark of another strategy', PRUNED_POINTER],
  ['nothing', ''],
])('keeps %s', (_, text) => {
  expect(allReductions(passages(text))).toEqual([]);
});

test('merges adjacent passages of one group into one summary, joined as separate paragraphs', () => {
  const [only, ...others] = allReductions(passages('Yes. '.repeat(30), long, long.toUpperCase()));
  expect(others).toEqual([]);
  expect(only).toMatchObject({ kind: 'summary', members: [0, 1, 2] });
  expect(only!.sources).toEqual([
    { text: ['Yes. '.repeat(30), long, long.toUpperCase()].join('\n\n'), budget: 400 },
  ]);
  expect(written(only!)).toMatch(/^\[summary: .+ \(3 messages merged\).*\]$/);
});

const alone = { text: proseOfLength(300, 'a tool result'), group: undefined };

test.each([
  ['another group between', [{}, { group: 'ai' }, {}], [[0], [1], [2]]],
  ['another position between', [{}, { position: 7 }, { position: 8 }], [[0], [1, 2]]],
  ['no group, as tool results have none', [alone, alone], [[0], [1]]],
  ['something that stays between', [{}, { skipReason: 'pinned' }, {}], [[0], [2]]],
  ['a short text between', [{}, { text: 'Fine.' }, {}], [[0], [2]]],
  ['code between', [{}, { text: `${long}\n\`\`\`\ncode\n\`\`\`` }, {}], [[0], [1], [2]]],
] as const)('does not merge across: %s', (_, given, members) => {
  const all = given.map((passage, at) => ({ text: proseOfLength(300, `topic ${at}`), ...passage }));
  const found = allReductions(passages(...all), { dedup: false });
  expect(found.map((reduction) => reduction.members)).toEqual(members);
});

test('omits entities that would make the marker too long', () => {
  const [reduction] = allReductions(passages(long));
  const text = 'x'.repeat(275);
  expect(written(reduction!, { text, entities: ['Ada'] })).toBe(`[summary: ${text}]`);
  expect(written(reduction!, { text: 'x', entities: ['Ada', 'Bo'] })).toBe(
    '[summary: x | entities: Ada, Bo]',
  );
});

test('a marker is never longer than `MARKER_MAX_LENGTH`', () => {
  const [reduction] = allReductions(passages(proseOfLength(9_000)));
  const budget = MARKER_MAX_LENGTH - '[summary: ]'.length;
  const full = written(reduction!, { text: 'x'.repeat(budget), entities: ['Ada'] });
  expect(full).toHaveLength(MARKER_MAX_LENGTH);
  expect(isMarker(full!)).toBe(true);
  const longer = written(reduction!, { text: 'x'.repeat(budget + 1) });
  expect(longer).toHaveLength(MARKER_MAX_LENGTH);
  expect(longer).toMatch(/x …\]$/);
});

test('a summary is one paragraph of well-formed text, and is rejected if empty or with fences', () => {
  const [reduction] = allReductions(passages(long));
  expect(written(reduction!, { text: ' one\r\n\n\n two\u2028three\ud83d ' })).toBe(
    '[summary: one\ntwo\nthree\ufffd]',
  );
  for (const text of ['', ' \n ', '```\ncode', '~~~\ncode\n~~~'])
    expect(written(reduction!, { text })).toBeUndefined();
});

test('shows the id of a summary when `summaryId` is set', () => {
  const [reduction] = allReductions(passages(long, long.toUpperCase()), {
    summaryId: (members) => `sum_${members.join('_')}`,
  });
  expect(written(reduction!, { text: 'x' })).toBe('[summary#sum_0_1: x (2 messages merged)]');
});
