import { findDuplicates } from '../../src/dedup/index.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { historyTexts, recencyStartOf } from './history-texts.ts';
import { naiveDuplicates } from './naive-duplicates.ts';

const long = (start: string, length = 200): string => start.padEnd(length, '.');
const a = long('a');
const b = long('b');
/** Index of each duplicate, and of its kept copy. */
const found = (texts: readonly (string | undefined)[], recencyStart?: number): number[][] =>
  Array.from(
    findDuplicates(texts, recencyStart === undefined ? {} : { recencyStart }),
    ([index, { of }]) => [index, of],
  );

test('keeps the latest copy when no part is recent', () => {
  expect(findDuplicates([a, b, a, a, b])).toEqual(
    new Map([
      [0, { of: 3, length: 200 }],
      [1, { of: 4, length: 200 }],
      [2, { of: 3, length: 200 }],
    ]),
  );
});

test('considers only texts of at least 200 UTF-16 units by default', () => {
  expect(found([long('a', 199), long('a', 199)])).toEqual([]);
  expect(found([long('a', 200), long('a', 200)])).toEqual([[0, 1]]);
  expect(found([long('a', 201), long('a', 201)])).toEqual([[0, 1]]);
  expect(found(['😀'.repeat(100), '😀'.repeat(100)])).toEqual([[0, 1]]);
  expect(findDuplicates(['a', 'a'], { minLength: 1 })).toEqual(
    new Map([[0, { of: 1, length: 1 }]]),
  );
  expect(findDuplicates(['a', 'a'], { minLength: 2 }).size).toBe(0);
  expect(findDuplicates(['', ''], { minLength: 1 }).size).toBe(0);
});

test('compares exactly: case, white space, lone surrogates, and the last character', () => {
  expect(found([long('a'), long('A'), `${a} `, ` ${a}`, `${a}\r`])).toEqual([]);
  expect(found([long('\uD800'), long('\uD801'), long('\uFFFD')])).toEqual([]);
});

test('finds the same duplicates as a comparison of all pairs', () => {
  fc.assert(
    fc.property(
      historyTexts,
      fc.nat(20),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (texts, minLength, part) => {
        const options = { minLength: minLength + 1, recencyStart: recencyStartOf(texts, part) };
        const result = findDuplicates(texts, options);
        expect([...result]).toEqual([...naiveDuplicates(texts, options)]);
        for (const [index, { of }] of result) {
          expect(of).toBeGreaterThan(index);
          expect(index).toBeLessThan(options.recencyStart);
          expect(result.has(of)).toBe(false);
          expect(texts[of]).toBe(texts[index]);
        }
      },
    ),
    { numRuns: 1_000 },
  );
});
