import type { DensityResult, DensityResultMetadata, IContent } from '@palimpsest/core-types';
import type { SortedValues } from './sorted-changes.ts';

/**
 * An answer of its own. A map of thousands of entries takes longer to build than a turn to plan, so it is built when somebody first looks at
 * it; what it says is settled now.
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
      return (replacements ??= new Map(at.map((index, place) => [index, values[place]!])));
    },
    metadata,
  };
}
