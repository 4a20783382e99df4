import {
  CompressionExecutionError,
  describeValue,
  type CompressionResult,
} from '@palimpsest/core-types';

/**
 * What a strategy answered, where it is a result at all.
 *
 * @throws {CompressionExecutionError} for anything else, saying what it was
 */
export function checkedResult(answer: unknown, strategy: string): CompressionResult {
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
