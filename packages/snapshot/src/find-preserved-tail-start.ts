import { DEFAULT_PRESERVE_THRESHOLD, findTailStart } from '@palimpsest/history';
import type { SplitContext } from './split-context.ts';

/** Index from which on a history stays: the newest share by the host's threshold, moved backward so that no call loses its responses (C1, C2). */
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

/** A share as a host gives it: within 0 and 1, the usual one where it is none. */
export function shareOf(given: number | undefined, usual: number): number {
  return given === undefined || Number.isNaN(given) ? usual : Math.min(1, Math.max(0, given));
}
