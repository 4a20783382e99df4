import { expect, test } from 'vitest';
import { ceilShare, floorShare } from '../../src/tokens/index.ts';

test('a share of a count is exact where its product in floating point is not', () => {
  expect(Math.floor(0.29 * 100)).toBe(28);
  expect(floorShare(0.29, 100)).toBe(29);
  expect(Math.ceil(1.1 * 1_290)).toBe(1_420);
  expect(ceilShare(1.1, 1_290)).toBe(1_419);
});
