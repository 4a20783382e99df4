import { createCheckedEstimator } from '@palimpsest/history';
import { expect, test } from 'vitest';

test.each([0, 0.5, 1, 1e9])('returns %s tokens, synchronously or not', async (tokens) => {
  expect(createCheckedEstimator(() => tokens)([])).toBe(tokens);
  await expect(createCheckedEstimator(async () => tokens)([])).resolves.toBe(tokens);
});

test('passes the entries to the estimator', () => {
  const entry = { speaker: 'ai', blocks: [] } as const;
  expect(createCheckedEstimator((contents) => contents.length)([entry, entry])).toBe(2);
});

test.each([
  [-1, '-1'],
  [Number.NaN, 'NaN'],
  [Infinity, 'Infinity'],
  [undefined, 'undefined'],
  [null, 'null'],
  ['1', '1'],
])('rejects %s, synchronously or not', async (answer, said) => {
  const expected = {
    name: 'CompressionStrategyError',
    code: 'INVALID_ESTIMATE',
    message: `estimateTokens: expected a finite number of at least 0, got ${said}.`,
  };
  const tokens = answer as number;
  expect(() => createCheckedEstimator(() => tokens)([])).toThrow(expect.objectContaining(expected));
  await expect(createCheckedEstimator(async () => tokens)([])).rejects.toMatchObject(expected);
});
