import type { CompressionStrategy, DensityConfig, IContent } from '@palimpsest/core-types';
import { applyDensityResult, applyPlan, createIsProtected } from '@palimpsest/history';
import type { Optimization } from './trial.ts';

/** Plans for a history, carries the plan out, and plans again. */
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
      // A plan is made without an estimator: characters are what it can keep to.
      tokensBefore: countShown(before),
      tokensAfter: countShown(after),
    },
    repeated: optimize(before, config),
    again: optimize(after, config),
  };
}

/** Characters a model is shown: of texts as they are, of anything else as JSON. */
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
