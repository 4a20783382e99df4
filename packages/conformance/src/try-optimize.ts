import type { CompressionStrategy, DensityConfig, IContent } from '@palimpsest/core-types';
import { applyDensityResult, applyPlan, createIsProtected } from '@palimpsest/history';
import type { Optimization } from './trial.ts';

/** Plans edits for a history, applies them, and plans again. */
export function tryOptimize(
  optimize: NonNullable<CompressionStrategy['optimize']>,
  before: readonly IContent[],
  config: DensityConfig,
): Optimization {
  const plan = optimize(before, config);
  const { removals, replacements } = plan;
  const after = applyDensityResult(before, { removals, replacements });
  const { provenance } = applyPlan(before, { removals: new Set(removals), replacements });
  return {
    plan,
    judged: {
      before,
      after,
      provenance,
      isProtected: createIsProtected(),
      humanText: 'eligible',
      // `optimize` has no estimator, so its sizes are counted in characters.
      tokensBefore: countShown(before),
      tokensAfter: countShown(after),
    },
    repeated: optimize(before, config),
    again: optimize(after, config),
  };
}

/** Returns the number of UTF-16 units that a model is shown: of texts unchanged, of other values as JSON. */
function countShown(history: readonly IContent[]): number {
  let characters = 0;
  for (const { blocks } of history) {
    for (const block of blocks) {
      for (const value of Object.values({ ...block, native: undefined })) {
        const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
        characters += text.length;
      }
    }
  }
  return characters;
}
