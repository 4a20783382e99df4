import {
  CompressionExecutionError,
  describeValue,
  type CompressionResult,
  type CompressionStrategy,
} from '@palimpsest/core-types';

/**
 * Returns a strategy that compresses as the given one does.
 *
 * @throws {CompressionExecutionError} its `compress`, where the given one answers what is no result
 */
export function withCheckedResults(strategy: CompressionStrategy): CompressionStrategy {
  const { name, requiresLLM, trigger, startsFromOriginals } = strategy;
  return {
    name,
    requiresLLM,
    trigger,
    ...(startsFromOriginals === undefined ? {} : { startsFromOriginals }),
    compress: async (context) => checkedResult(await strategy.compress(context), name),
  };
}

function checkedResult(answer: unknown, strategy: string): CompressionResult {
  if (isResult(answer)) return answer;
  throw new CompressionExecutionError(
    strategy,
    `it answered ${describeValue(answer)}, which is no result: accepted is { kind: 'noop', reason, metadata } or { kind: 'applied', newHistory, metadata }. Please report this to the author of the strategy`,
  );
}

function isResult(answer: unknown): answer is CompressionResult {
  const { kind, newHistory, metadata } = (answer ?? {}) as Readonly<Record<string, unknown>>;
  const isKnown = kind === 'noop' || (kind === 'applied' && Array.isArray(newHistory));
  return isKnown && typeof metadata === 'object' && metadata !== null;
}
