import { describe, expect, test } from 'vitest';
import { medianDifference, quantile, quartiles, share, sum } from '../src/retention/pooling.ts';

const tally = (survived: number, asked: number): { survived: number; asked: number } => ({
  survived,
  asked,
});

describe('quantiles', () => {
  test.each([
    [[7], 0.25, 7],
    [[1, 2, 3, 4, 5], 0.5, 3],
    [[5, 1, 4, 2, 3], 0.25, 2],
    [[0, 10], 0.25, 2.5],
    [[10, 20, 30, 40], 0.75, 32.5],
    [[0, 0.11, 0.22], 0.5, 0.1],
  ])('of %j: %j of them lie below %j', (values, part, expected) => {
    expect(quantile(values, part)).toBe(expected);
  });

  test('ignore places where nothing was asked', () => {
    expect(quartiles([tally(1, 2), tally(0, 0), tally(2, 2)])).toEqual([62.5, 75, 87.5]);
    expect(quartiles([tally(0, 0)])).toBeNull();
  });
});

test('a pool weighs places by the number of probes asked', () => {
  const all = sum([tally(1, 1), tally(0, 9)]);
  expect(all).toEqual({ survived: 1, asked: 10 });
  expect(share(all)).toBe(10);
  expect(share(sum([]))).toBeNull();
});

test('the median difference ignores places without probes and is never -0', () => {
  expect(
    medianDifference([
      [tally(2, 4), tally(1, 4)],
      [tally(3, 4), tally(1, 4)],
      [tally(0, 0), tally(0, 0)],
      [tally(0, 10), tally(1, 10)],
    ]),
  ).toBe(25);
  const same = medianDifference([[tally(9_999, 10_000), tally(10_000, 10_000)]]);
  expect(Object.is(same, 0)).toBe(true);
  expect(medianDifference([])).toBeNull();
});
