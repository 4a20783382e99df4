import type { IContent } from '@palimpsest/core-types';
import { findStableTailStart } from './dropped-notices.ts';
import type { SafeCuts } from './safe-cuts.ts';

/** Entries in the newest part that stays: `max(1, floor(length × preserve))`, exact for shares like 0.29 (C1). */
export function countTailEntries(length: number, preserve: number): number {
  return Math.max(1, Math.floor(length * preserve + 1e-9));
}

/**
 * Index of the first entry of the tail: moved backward to the start of an exchange, never forward (C2).
 *
 * A boundary that an earlier compression marked with a notice stays where it is until entries were appended (law 6): the history is
 * shorter now, and the same share of it would be less.
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
