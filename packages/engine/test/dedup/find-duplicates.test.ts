import { findDuplicates } from '../../src/dedup/index.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { historyTexts } from './history-texts.ts';

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

test('finds the texts that are equal to a later one, and refers each to one that stays', () => {
  fc.assert(
    fc.property(historyTexts, fc.nat(14), (texts, recent) => {
      const recencyStart = Math.min(recent, texts.length);
      const duplicates = findDuplicates(texts, { minLength: 1, recencyStart });
      for (const [index, text] of texts.entries()) {
        const { of, length } = duplicates.get(index) ?? {};
        const isDuplicate =
          index < recencyStart && Boolean(text) && texts.includes(text, index + 1);
        expect(of !== undefined).toBe(isDuplicate);
        if (of === undefined) continue;
        expect([texts[of], text!.length]).toEqual([text, length]);
        expect(of > index && !duplicates.has(of)).toBe(true);
      }
    }),
  );
});
