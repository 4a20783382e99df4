import {
  CompressionExecutionError,
  describeValue,
  type CompressionResult,
} from '@palimpsest/core-types';

/** @throws {CompressionExecutionError} if the value that a strategy returned does not have the form of a result */
export function assertResult(
  result: unknown,
  strategy: string,
): asserts result is CompressionResult {
  const { kind, newHistory, metadata } = (result ?? {}) as Readonly<Record<string, unknown>>;
  const hasValidKind = kind === 'noop' || (kind === 'applied' && Array.isArray(newHistory));
  if (hasValidKind && typeof metadata === 'object' && metadata !== null) return;
  throw new CompressionExecutionError(
    strategy,
    `expected { kind: 'noop', reason, metadata } or { kind: 'applied', newHistory, metadata }, got ${describeValue(result)}. Report this to the strategy's author`,
  );
}
