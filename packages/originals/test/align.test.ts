import fc from 'fast-check';
import { expect, test } from 'vitest';
import { align } from '../src/align.ts';

const list = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 12 });

test('pairs only equal items, and keeps their order', () => {
  fc.assert(
    fc.property(list, list, (left, right) => {
      let last = -1;
      for (const [index, partner] of align(left, right).entries()) {
        if (partner < 0) continue;
        expect(right[partner]).toBe(left[index]);
        expect(partner).toBeGreaterThan(last);
        last = partner;
      }
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ['abc', 'abc', [0, 1, 2]],
  ['abc', 'xabcy', [1, 2, 3]],
  ['abcde', 'abxde', [0, 1, -1, 3, 4]],
  ['aab', 'aaab', [0, 1, 3]],
  ['aaxaa', 'aaa', [0, 1, -1, -1, 2]],
  ['bca', 'abc', [1, 2, -1]],
  ['', 'abc', []],
])('%s in %s', (left, right, pairs) => {
  expect([...align(left.split(''), right.split(''))]).toEqual(pairs);
});

test('aligns both ends of a long list that lost its middle', () => {
  const left = Array.from({ length: 100_000 }, (_, index) => String(index));
  const pairs = align(left.toSpliced(30_000, 20_000), left);
  expect([pairs[29_999], pairs[30_000], pairs[79_999]]).toEqual([29_999, 50_000, 99_999]);
});
