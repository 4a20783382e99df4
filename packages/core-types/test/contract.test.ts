import {
  COMPRESSION_STRATEGIES,
  type CompressionContext,
  type CompressionResult,
  type CompressionStrategy,
  type CompressionStrategyName,
  type ContentBlock,
  type CuratedHistory,
  type IContent,
  type RawHistory,
} from '@palimpsest/core-types';
import { expect, expectTypeOf, test } from 'vitest';

test('exports the four strategy names of llxprt-code, in order', () => {
  expect(COMPRESSION_STRATEGIES).toEqual([
    'middle-out',
    'top-down-truncation',
    'one-shot',
    'high-density',
  ]);
});

test('the type of a strategy name accepts known and other names', () => {
  expectTypeOf<(typeof COMPRESSION_STRATEGIES)[number]>().toExtend<CompressionStrategyName>();
  expectTypeOf<'my-own'>().toExtend<CompressionStrategyName>();
  expect(COMPRESSION_STRATEGIES).toHaveLength(4);
});

const describe = (result: CompressionResult): string =>
  result.kind === 'noop' ? result.reason : String(result.newHistory.length);

test('only an applied result has a new history, and only a no-op has a reason', () => {
  const metadata = {
    originalMessageCount: 0,
    compressedMessageCount: 0,
    strategyUsed: 'my-own',
    llmCallMade: false,
  };
  expect(describe({ kind: 'noop', reason: 'empty-history', metadata })).toBe('empty-history');
  expect(describe({ kind: 'applied', newHistory: [], metadata })).toBe('0');
  expectTypeOf<Extract<CompressionResult, { kind: 'noop' }>>().not.toHaveProperty('newHistory');
  expectTypeOf<Extract<CompressionResult, { kind: 'applied' }>>().not.toHaveProperty('reason');
});

test('the context of a strategy is read-only', () => {
  expectTypeOf<IContent['blocks']>().toEqualTypeOf<readonly ContentBlock[]>();
  expectTypeOf<CompressionContext['history']>().toEqualTypeOf<CuratedHistory>();
  expectTypeOf<
    Parameters<NonNullable<CompressionStrategy['optimize']>>[0]
  >().toEqualTypeOf<RawHistory>();
  const history: CuratedHistory = Object.freeze([]);
  // @ts-expect-error Histories are read-only.
  expect(() => history.push({ speaker: 'human', blocks: [] })).toThrow(TypeError);
});

test('a host needs to set only the required context fields', () => {
  const context: CompressionContext = {
    history: [],
    runtimeContext: { ephemerals: {} },
    estimateTokens: () => 0,
    currentTokenCount: 0,
  };
  expect(context.runtimeContext.ephemerals).toEqual({});
});
