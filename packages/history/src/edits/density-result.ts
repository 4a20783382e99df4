import {
  CompressionStrategyError,
  type DensityResult,
  type IContent,
} from '@palimpsest/core-types';
import { previewPlan } from './plan.ts';

/**
 * Applies the plan of `optimize`: replacements, then removals. All indices refer to the input history.
 *
 * @throws {CompressionStrategyError} `DENSITY_INDEX_OUT_OF_BOUNDS`, `DENSITY_INVALID_RESULT` (an index removed twice) or `DENSITY_CONFLICT`
 * (an index both removed and replaced), before any edit (REQ-HD-001.6, 001.7)
 */
export function applyDensityResult(
  history: readonly IContent[],
  { removals, replacements }: Pick<DensityResult, 'removals' | 'replacements'>,
): IContent[] {
  const removed = new Set<number>();
  for (const index of removals) {
    assertWithin(history, index, 'removes');
    if (removed.has(index)) {
      throw new CompressionStrategyError(
        `The density result removes index ${index} twice; each index may stand once.`,
        'DENSITY_INVALID_RESULT',
      );
    }
    removed.add(index);
  }
  for (const index of replacements.keys()) {
    assertWithin(history, index, 'replaces');
    if (removed.has(index)) {
      throw new CompressionStrategyError(
        `The density result both removes and replaces index ${index}; it may do one of the two.`,
        'DENSITY_CONFLICT',
      );
    }
  }
  return previewPlan(history, { removals: removed, replacements });
}

function assertWithin(history: readonly IContent[], index: number, verb: string): void {
  if (Number.isInteger(index) && index >= 0 && index < history.length) return;
  const possible =
    history.length === 0
      ? 'none is possible in an empty history'
      : `whole numbers from 0 to ${history.length - 1} are possible here`;
  throw new CompressionStrategyError(
    `The density result ${verb} index ${index}; ${possible}.`,
    'DENSITY_INDEX_OUT_OF_BOUNDS',
  );
}
