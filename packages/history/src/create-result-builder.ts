import type { CompressionResult } from '@palimpsest/core-types';
import { buildResult, type ResultInput } from './outcome.ts';

/** Builds the result of one compression. Without a plan it is a no-op: nothing is removable. */
export type ResultBuilder = (decision: Partial<ResultInput>) => CompressionResult;

/** Creates a `buildResult` with default values that all results of one compression share. */
export function createResultBuilder(
  common: Pick<ResultInput, 'strategy' | 'original' | 'repaired'> & Partial<ResultInput>,
): ResultBuilder {
  return (decision) =>
    buildResult({
      plan: { removals: new Set(), replacements: new Map() },
      noopReason: 'nothing-removable',
      ...common,
      ...decision,
    });
}
