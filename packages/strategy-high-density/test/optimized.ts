import { createStrategy } from '@palimpsest/engine';
import type { DensityConfig, DensityResult, IContent } from '@palimpsest/core-types';
import { applyDensityResult } from '@palimpsest/engine/history';
import { highDensity } from '../src/index.ts';

/** Everything off; a test turns on what it needs. */
const OFF: DensityConfig = {
  readWritePruning: false,
  fileDedupe: false,
  recencyPruning: false,
  recencyRetention: 3,
  workspaceRoot: '/work',
};

export interface Optimized {
  readonly history: IContent[];
  readonly result: DensityResult;
}

/** Returns the plan of `optimize`, and the history after the plan is applied. */
export function optimized(
  history: readonly IContent[],
  config: Partial<DensityConfig> = {},
): Optimized {
  const result = createStrategy(highDensity).optimize(history, { ...OFF, ...config });
  return { history: applyDensityResult(history, result), result };
}
