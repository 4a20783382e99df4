import { countTokensByCharacters, history, testContext } from '@palimpsest/testing';
import { expect, test } from 'vitest';

const entries = history().human('one').ai('two').build();

test('counts one token per four characters, without `metadata` and `native`', () => {
  const [first] = entries;
  const { speaker, blocks } = first!;
  const tokens = countTokensByCharacters([first!]);
  expect(tokens).toBe(Math.ceil(JSON.stringify({ speaker, blocks }).length / 4));
  expect(countTokensByCharacters([{ ...first!, metadata: { id: 'x' }, native: {} }])).toBe(tokens);
  expect(countTokensByCharacters([])).toBe(0);
});

test('creates a context with every member that `compress` needs', async () => {
  const context = testContext(entries);
  const { ephemerals } = context.runtimeContext;
  expect(context.history).toBe(entries);
  expect(context.currentTokenCount).toBe(Number.MAX_SAFE_INTEGER);
  expect(await context.estimateTokens(entries)).toBe(countTokensByCharacters(entries));
  expect([
    ephemerals.preserveThreshold?.(),
    ephemerals.compressionThreshold?.(),
    ephemerals.contextLimit?.(),
  ]).toEqual([0.2, 0.85, 128_000]);
});

test('prefers given values to defaults, and accessors to numbers', async () => {
  const context = testContext(entries, {
    targetTokens: 7,
    currentTokenCount: 9,
    contextLimit: 1_000,
    preserveThreshold: 0.5,
    estimateTokens: () => 3,
    ephemerals: { preserveThreshold: () => 0.4, compressionProfile: () => 'cheap' },
  });
  const { ephemerals } = context.runtimeContext;
  expect(context).toMatchObject({ targetTokens: 7, currentTokenCount: 9 });
  expect(await context.estimateTokens(entries)).toBe(3);
  expect(ephemerals.contextLimit?.()).toBe(1_000);
  expect(ephemerals.preserveThreshold?.()).toBe(0.4);
  expect(ephemerals.compressionProfile?.()).toBe('cheap');
});
