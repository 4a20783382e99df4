import type { IContent } from '@palimpsest/core-types';
import { findStableTailStart } from '../entries/dropped-notices.ts';
import type { SafeCuts } from './safe-cuts.ts';

/** Returns the number of entries in the tail: `max(1, floor(length × preserve))`, exact for shares like 0.29 (C1). */
export function countTailEntries(length: number, preserve: number): number {
  return Math.max(1, Math.floor(length * preserve + 1e-9));
}

/**
 * Returns the index of the first entry of the tail, moved backward to the start of an exchange (C2).
 *
 * Keeps the tail start of an earlier compression until entries are appended (law 6): the same share of the shorter history would be less.
 */
export function findTailStart(
  history: readonly IContent[],
  cuts: SafeCuts,
  preserve: number,
): number {
  const { length } = history;
  const boundary = cuts.atOrBefore(length - countTailEntries(length, preserve));
  const settled = findStableTailStart(history);
  return settled === undefined ? boundary : Math.min(boundary, cuts.atOrBefore(settled));
}
