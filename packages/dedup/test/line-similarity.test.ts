import { lineSimilarity } from '@palimpsest/dedup';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { historyTexts } from './history-texts.ts';
import { naiveSimilarity } from './naive-duplicates.ts';

test.each([
  ['equal', 'a\nb', 'a\nb', 1],
  ['one of three', 'a\nb', 'a\nc', 1 / 3],
  ['nothing', 'a\nb', 'c', 0],
  ['a line repeated', 'a\na\nb', 'a\nb\nb', 2 / 4],
  ['line order', 'a\nb\nc', 'c\na\nb', 1],
  ['blank lines', 'a\n\n\t\nb\n', '\na\nb', 1],
  ['whitespace at the end of a line', 'a  \nb\t\r\n', 'a\nb', 1],
  ['indentation', 'if x:\n  a\n  b', 'if x:\n  a\nb', 2 / 4],
  ['letter case', 'A\nb', 'a\nb', 1 / 3],
  ['no lines on one side', 'a', ' \n', 0],
  ['no lines at all', '', ' \n', 1],
])('%s', (_, a, b, expected) => {
  expect(lineSimilarity(a, b)).toBe(expected);
  expect(lineSimilarity(b, a)).toBe(expected);
});

test('it is what taking equal lines away one by one says', () => {
  fc.assert(
    fc.property(historyTexts, (texts) => {
      const [a = '', b = ''] = texts.filter((text) => text !== undefined);
      expect(lineSimilarity(a, b)).toBe(naiveSimilarity(a, b));
      expect(lineSimilarity(a, a)).toBe(1);
    }),
    { numRuns: 1_000 },
  );
});

test('1,000,000 lines, one line of 1,000,000 units and 1,000,000 blank lines are read', () => {
  const million = 'a\n'.repeat(1_000_000);
  expect(lineSimilarity(million, `${million}b`)).toBe(1_000_000 / 1_000_001);
  const line = 'a'.repeat(1_000_000);
  expect(lineSimilarity(`${line}\nx`, `x\n${line}`)).toBe(1);
  expect(lineSimilarity(`${line}b`, `b${line}`)).toBe(0);
  expect(lineSimilarity('\n'.repeat(1_000_000), ' \n'.repeat(1_000_000))).toBe(1);
});
