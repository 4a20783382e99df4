import {
  CompressionExecutionError,
  describeValue,
  type CompressionContext,
  type CompressionResult,
  type CompressionStrategy,
} from '@palimpsest/core-types';
import { createCheckedEstimator } from '@palimpsest/history';
import { untilAborted } from '../until-aborted.ts';

/** What removes a smaller share of the tokens is not worth its cost. */
const EFFECTIVE_SHARE = 0.05;

/** A result that can be used, and whether it was worth it. */
export interface Tried {
  readonly result: CompressionResult;
  readonly ineffective: boolean;
}

/** Runs a strategy and looks at what it says it did. What it cannot be measured by counts as failed. */
export async function attemptOnce(
  strategy: CompressionStrategy,
  context: CompressionContext,
): Promise<Tried> {
  return await untilAborted(context.signal, async () => {
    const result: unknown = await strategy.compress(context);
    assertResult(result, strategy, context);
    return { result, ineffective: await isIneffective(result, context) };
  });
}

function assertResult(
  result: unknown,
  { name }: CompressionStrategy,
  { history }: CompressionContext,
): asserts result is CompressionResult {
  const { kind, newHistory, metadata } = (result ?? {}) as Record<string, unknown>;
  const isResult = kind === 'noop' || (kind === 'applied' && Array.isArray(newHistory));
  if (!isResult || typeof metadata !== 'object' || metadata === null) {
    const seen = describeValue(result);
    throw new CompressionExecutionError(
      name,
      `it answered ${seen}, which is no result with metadata`,
    );
  }
  if (Array.isArray(newHistory) && newHistory.length === 0 && history.length > 0) {
    throw new CompressionExecutionError(name, `nothing is left of ${history.length} entries`);
  }
}

async function isIneffective(
  result: CompressionResult,
  { history, estimateTokens }: CompressionContext,
): Promise<boolean> {
  if (result.kind === 'noop') return false;
  const estimate = createCheckedEstimator(estimateTokens);
  const { tokensBefore, tokensAfter } = result.metadata;
  const before = tokensBefore ?? (await estimate(history));
  const after = tokensAfter ?? (await estimate(result.newHistory));
  return before - after < EFFECTIVE_SHARE * before;
}
