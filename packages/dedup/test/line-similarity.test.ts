import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sharedPart } from '../src/line-profiles.ts';
import { historyTexts } from './history-texts.ts';
import { lineSimilarity } from './line-similarity.ts';
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

test('equals the share that remains after removing equal lines one by one', () => {
  fc.assert(
    fc.property(historyTexts, (texts) => {
      const [a = '', b = ''] = texts.filter((text) => text !== undefined);
      expect(lineSimilarity(a, b)).toBe(naiveSimilarity(a, b));
      expect(lineSimilarity(a, a)).toBe(1);
    }),
    { numRuns: 1_000 },
  );
});

/** Consecutive line numbers from `first`, with a count of how often they are read. */
function countedLines(first: number, count: number): { lines: Int32Array; reads: () => number } {
  let reads = 0;
  const lines = new Proxy(
    Int32Array.from({ length: count }, (_, at) => first + at),
    {
      get(target, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
        return Reflect.get(target, key, target) as unknown;
      },
    },
  );
  return { lines, reads: () => reads };
}

test.each([
  ['the first', 0, 100],
  ['the second', 100, 0],
])('stops when too many lines of %s are missing from the other', (_, firstOfA, firstOfB) => {
  const a = countedLines(firstOfA, 100);
  const b = countedLines(firstOfB, 100);
  // A similarity of 0.85 needs 92 of these 100 lines: the ninth missing line is one too many.
  expect(sharedPart(a.lines, b.lines, 0.85)).toBe(0);
  expect([a.reads(), b.reads()]).toEqual([9, 9]);
});

test('continues while the remaining lines can reach the threshold', () => {
  const a = Int32Array.from({ length: 100 }, (_, at) => at);
  expect(sharedPart(a, a.slice(8), 0.92)).toBe(0.92);
  expect(sharedPart(a.slice(8), a, 0.92)).toBe(0.92);
  expect(sharedPart(a, a.slice(0, 92), 0.92)).toBe(0.92);
});

test('reads 1,000,000 lines, one line of 1,000,000 units and 1,000,000 blank lines', () => {
  const million = 'a\n'.repeat(1_000_000);
  expect(lineSimilarity(million, `${million}b`)).toBe(1_000_000 / 1_000_001);
  const line = 'a'.repeat(1_000_000);
  expect(lineSimilarity(`${line}\nx`, `x\n${line}`)).toBe(1);
  expect(lineSimilarity(`${line}b`, `b${line}`)).toBe(0);
  expect(lineSimilarity('\n'.repeat(1_000_000), ' \n'.repeat(1_000_000))).toBe(1);
});
