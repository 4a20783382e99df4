import type { DensityResult, DensityResultMetadata, IContent } from '@palimpsest/core-types';
import type { SortedValues } from './sorted-changes.ts';

/**
 * Returns an independent result. A map of thousands of entries takes longer to build than the plan of a turn, so it is built on first access;
 * its content is fixed now.
 */
export function densityPlan(
  removals: readonly number[],
  { at, values }: SortedValues<IContent>,
  metadata: DensityResultMetadata,
): DensityResult {
  let replacements: ReadonlyMap<number, IContent> | undefined;
  return {
    removals: removals.slice(),
    get replacements() {
      return (replacements ??= new Map(at.map((index, position) => [index, values[position]!])));
    },
    metadata,
  };
}
