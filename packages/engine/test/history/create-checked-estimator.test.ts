import { createCheckedEstimator } from '../../src/history/index.ts';
import { expect, test } from 'vitest';

test.each([0, 0.5, 1, 1e9])('returns %s tokens, synchronously or not', async (tokens) => {
  expect(createCheckedEstimator(() => tokens)([])).toBe(tokens);
  await expect(createCheckedEstimator(async () => tokens)([])).resolves.toBe(tokens);
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

test('counts the same entry once, also at the same time, and an equal one anew', async () => {
  let calls = 0;
  const estimate = createCheckedEstimator(() => Promise.resolve((calls += 1)));
  const entry = { speaker: 'ai', blocks: [] } as const;
  expect(await Promise.all([estimate([entry]), estimate([entry])])).toEqual([1, 1]);
  expect(await estimate([entry])).toBe(1);
  expect(await estimate([{ ...entry }])).toBe(2);
});

test('does not cache an error', async () => {
  let isBusy = true;
  const estimate = createCheckedEstimator(async () => {
    if (isBusy) throw new Error('busy');
    return 3;
  });
  const entry = { speaker: 'ai', blocks: [] } as const;
  await expect(estimate([entry])).rejects.toThrow('busy');
  isBusy = false;
  expect(await estimate([entry])).toBe(3);
});
