import {
  CompressionStrategyError,
  type DensityResult,
  type IContent,
} from '@palimpsest/core-types';
import { previewPlan } from './plan.ts';

/**
 * Carries out what `optimize` planned: replacements, then removals, each index meaning the history as it was given.
 *
 * @throws {CompressionStrategyError} `DENSITY_INDEX_OUT_OF_BOUNDS`, `DENSITY_INVALID_RESULT` (an index removed twice) or
 * `DENSITY_CONFLICT` (an index both removed and replaced); the history is untouched then (REQ-HD-001.6, 001.7).
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
