import type { NoopReason } from '@palimpsest/core-types';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import { expect, expectTypeOf, test } from 'vitest';
import {
  aggregateTextFromBlocks,
  COMPRESSION_ERROR_CODES,
  createSettings,
  EmptySummaryError,
  estimatePendingTokens,
  extractCompletionBudgetFromParams,
  HighDensityStrategy,
  resolveCompressionThreshold,
  resolveOptimizeThreshold,
  SETTING_SPECS,
  STRUCTURAL_NOOP_REASONS,
  toDensityConfig,
  toEphemeralAccessors,
} from '../../src/llxprt.ts';
import { hostContext, say } from './host.ts';

test('STRUCTURAL_NOOP_REASONS lists every no-op reason', async () => {
  expectTypeOf<(typeof STRUCTURAL_NOOP_REASONS)[number]>().toEqualTypeOf<NoopReason>();
  const result = await new HighDensityStrategy().compress(hostContext([]));
  expect(STRUCTURAL_NOOP_REASONS).toContain(result.kind === 'noop' ? result.reason : undefined);
});

test('COMPRESSION_ERROR_CODES contains the error codes', () => {
  expect(new EmptySummaryError('one-shot').code).toBe(COMPRESSION_ERROR_CODES.EMPTY_SUMMARY);
  expect(Object.keys(COMPRESSION_ERROR_CODES)).toEqual([
    'UNKNOWN_STRATEGY',
    'PROMPT_RESOLUTION_FAILED',
    'EXECUTION_FAILED',
    'EMPTY_SUMMARY',
  ]);
});

test('aggregateTextFromBlocks adds a space before text that continues after another block', () => {
  const [one, two] = [say('ai', 'One.').blocks, say('ai', 'Two.').blocks];
  const thinking = [{ type: 'thinking', thought: 'Hm.' }] as const;
  const first = aggregateTextFromBlocks(one, '', false);
  expect(first).toEqual({ text: 'One.', lastBlockWasNonText: false });
  expect(aggregateTextFromBlocks(two, first.text, first.lastBlockWasNonText).text).toBe('One.Two.');
  const apart = aggregateTextFromBlocks(thinking, first.text, first.lastBlockWasNonText);
  expect(apart).toEqual({ text: 'One.', lastBlockWasNonText: true });
  expect(aggregateTextFromBlocks(two, apart.text, apart.lastBlockWasNonText).text).toBe(
    'One. Two.',
  );
  expect(aggregateTextFromBlocks([...thinking, ...one]).text).toBe('One.');
});

test('estimatePendingTokens uses the host service, and its own estimate when that fails', async () => {
  const pending = [say('human', 'Mend the parser.')];
  const service = { estimateTokensForContents: async () => 7 };
  const failing = { estimateTokensForContents: () => Promise.reject(new Error('no tokenizer')) };
  await expect(estimatePendingTokens(pending, service, 'model')).resolves.toBe(7);
  await expect(estimatePendingTokens([], service, 'model')).resolves.toBe(0);
  await expect(estimatePendingTokens(pending, failing, 'model')).resolves.toBe(
    estimateEntryTokens(pending),
  );
});

test.each([
  [{ maxOutputTokens: 1_000, max_tokens: 2_000 }, 1_000],
  [{ maxTokens: '3000' }, 3_000],
  [{ max_output_tokens: 4_000 }, 4_000],
  [{ max_tokens: 5_000 }, 5_000],
  [{ max_tokens: 'many' }, undefined],
  [{ temperature: 1 }, undefined],
  [undefined, undefined],
])('extractCompletionBudgetFromParams reads %o as %s', (params, budget) => {
  expect(extractCompletionBudgetFromParams(params)).toBe(budget);
});

test('host settings resolve to accessors, a density configuration and thresholds', () => {
  const settings = createSettings();
  const strategy = new HighDensityStrategy();
  expect(toEphemeralAccessors(settings).compressionThreshold()).toBe(0.85);
  expect(resolveCompressionThreshold(settings, strategy)).toBe(0.85);
  expect(resolveOptimizeThreshold(settings, strategy)).toBe(0.6);
  expect(toDensityConfig(settings, '/workspace')).toMatchObject({
    readWritePruning: true,
    fileDedupe: true,
    recencyPruning: false,
    recencyRetention: 3,
    workspaceRoot: '/workspace',
  });
  expect(SETTING_SPECS.map(({ key }) => key)).toContain('compression.strategy');
});
