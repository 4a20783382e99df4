import type { StrategyInput } from '@palimpsest/engine';
import { DEFAULT_PRESERVE_THRESHOLD, findTailStart } from '@palimpsest/history';

/** Minimum number of entries to summarize: fewer are not worth a model call (REQ-CS-002). */
export const MIN_COMPRESSIBLE = 4;

/** Range of entries to summarize: from `top` to before `bottom`. */
export interface Split {
  readonly top: number;
  readonly bottom: number;
}

/** Returns the tail start by the host's threshold, moved backward so that no call is separated from its results (C1, C2). */
export function findPreservedTailStart({
  index: { history },
  cuts,
  context,
}: Pick<StrategyInput, 'index' | 'cuts' | 'context'>): number {
  const { preserveThreshold } = context.runtimeContext.ephemerals;
  const preserve = shareOf(preserveThreshold?.(), DEFAULT_PRESERVE_THRESHOLD);
  const newest = Math.floor(history.length * (1 - preserve) + 1e-9);
  return cuts.atOrBefore(Math.min(newest, findTailStart(history, cuts, preserve)));
}

/** Returns a host's share, limited to 0–1; `usual` if it is missing or NaN. */
export function shareOf(given: number | undefined, usual: number): number {
  return given === undefined || Number.isNaN(given) ? usual : Math.min(1, Math.max(0, given));
}
