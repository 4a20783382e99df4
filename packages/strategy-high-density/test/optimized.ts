import type { DensityConfig, DensityResult, IContent } from '@palimpsest/core-types';
import { applyDensityResult } from '@palimpsest/history';
import { HighDensityStrategy } from '../src/index.ts';

/** Everything off: a test switches on what it is about. */
export const OFF: DensityConfig = {
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

/** What `optimize` plans, and what is left once the plan is carried out. */
export function optimized(
  history: readonly IContent[],
  config: Partial<DensityConfig> = {},
): Optimized {
  const result = new HighDensityStrategy().optimize(history, { ...OFF, ...config });
  return { history: applyDensityResult(history, result), result };
}
