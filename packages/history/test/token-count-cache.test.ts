import type { IContent } from '@palimpsest/core-types';
import { createTokenCountCache } from '@palimpsest/history';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import { expect, test, vi } from 'vitest';

const entries = history().human('one').ai('two').human('three').build();

test('counts each entry once', async () => {
  const estimate = vi.fn<(contents: readonly IContent[]) => number>(countTokensByCharacters);
  const ledger = createTokenCountCache(estimate);
  const sum = entries.reduce((total, entry) => total + countTokensByCharacters([entry]), 0);
  await expect(ledger.total(entries)).resolves.toBe(sum);
  await expect(ledger.total([...entries, ...entries])).resolves.toBe(2 * sum);
  expect(ledger.count(entries[0]!)).toBe(countTokensByCharacters([entries[0]!]));
  expect(estimate.mock.calls).toEqual(entries.map((entry) => [[entry]]));
});

test('counts an equal entry separately when it is another object', async () => {
  const estimate = vi.fn<() => number>(() => 1);
  const ledger = createTokenCountCache(estimate);
  await ledger.total([entries[0]!, { ...entries[0]! }]);
  expect(estimate).toHaveBeenCalledTimes(2);
});

test('concurrent requests share a pending count', async () => {
  const estimate = vi.fn<() => Promise<number>>(() => Promise.resolve(5));
  const ledger = createTokenCountCache(estimate);
  await expect(
    Promise.all([ledger.total(entries), ledger.total(entries), ledger.count(entries[0]!)]),
  ).resolves.toEqual([15, 15, 5]);
  expect(estimate).toHaveBeenCalledTimes(3);
  expect(ledger.count(entries[0]!)).toBe(5);
});

test('passes on an error and does not cache it', async () => {
  const estimate = vi
    .fn<() => Promise<number>>()
    .mockRejectedValueOnce(new Error('busy'))
    .mockResolvedValue(3);
  const ledger = createTokenCountCache(estimate);
  await expect(ledger.total(entries.slice(0, 1))).rejects.toThrow('busy');
  await expect(ledger.total(entries.slice(0, 1))).resolves.toBe(3);
});
