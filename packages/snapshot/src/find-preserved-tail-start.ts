import { DEFAULT_PRESERVE_THRESHOLD, findTailStart } from '@palimpsest/history';
import type { SplitContext } from './split-context.ts';

/** Returns the tail start by the host's threshold, moved backward so that no call is separated from its results (C1, C2). */
export function findPreservedTailStart({
  index: { history },
  cuts,
  context,
}: SplitContext): number {
  const { preserveThreshold } = context.runtimeContext.ephemerals;
  const preserve = shareOf(preserveThreshold?.(), DEFAULT_PRESERVE_THRESHOLD);
  const newest = Math.floor(history.length * (1 - preserve) + 1e-9);
  return cuts.atOrBefore(Math.min(newest, findTailStart(history, cuts, preserve)));
}

/** Returns a host's share, limited to 0–1; `usual` if it is missing or NaN. */
export function shareOf(given: number | undefined, usual: number): number {
  return given === undefined || Number.isNaN(given) ? usual : Math.min(1, Math.max(0, given));
}
