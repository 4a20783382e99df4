import type { CompressionResult } from '@palimpsest/core-types';
import { buildResult, type ResultInput } from './outcome.ts';

/** Concludes one compression: what is not said is an empty plan, because nothing may be removed. */
export type ResultBuilder = (decision: Partial<ResultInput>) => CompressionResult;

/** `conclude` for all ways that one compression can end, with what they have in common. */
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
