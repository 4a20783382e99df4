import type {
  CompressionContext,
  CompressionResult,
  CompressionStrategy,
  ContentBlock,
  CuratedHistory,
  IContent,
  RawHistory,
} from '@palimpsest/core-types';
import { expect, expectTypeOf, test } from 'vitest';

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
