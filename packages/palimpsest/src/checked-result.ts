import {
  CompressionExecutionError,
  describeValue,
  type CompressionResult,
  type CompressionStrategy,
} from '@palimpsest/core-types';

/**
 * Returns a strategy that delegates to the given one and checks the shape of its results.
 *
 * @throws {CompressionExecutionError} from `compress`, when the result has a wrong shape
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
    `expected { kind: 'noop', reason, metadata } or { kind: 'applied', newHistory, metadata }, got ${describeValue(answer)}. Report this to the strategy's author`,
  );
}

function isResult(answer: unknown): answer is CompressionResult {
  const { kind, newHistory, metadata } = (answer ?? {}) as Readonly<Record<string, unknown>>;
  const isKnown = kind === 'noop' || (kind === 'applied' && Array.isArray(newHistory));
  return isKnown && typeof metadata === 'object' && metadata !== null;
}
