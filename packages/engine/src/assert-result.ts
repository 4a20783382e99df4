import {
  CompressionExecutionError,
  describeValue,
  type CompressionResult,
} from '@palimpsest/core-types';

/** @throws {CompressionExecutionError} unless the answer of a strategy has the shape of a result */
export function assertResult(
  answer: unknown,
  strategy: string,
): asserts answer is CompressionResult {
  const { kind, newHistory, metadata } = (answer ?? {}) as Readonly<Record<string, unknown>>;
  const isKnown = kind === 'noop' || (kind === 'applied' && Array.isArray(newHistory));
  if (isKnown && typeof metadata === 'object' && metadata !== null) return;
  throw new CompressionExecutionError(
    strategy,
    `expected { kind: 'noop', reason, metadata } or { kind: 'applied', newHistory, metadata }, got ${describeValue(answer)}. Report this to the strategy's author`,
  );
}
