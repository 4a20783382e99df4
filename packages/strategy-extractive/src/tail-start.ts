import type { IContent } from '@palimpsest/core-types';
import { indexExchanges, safeCuts, type SafeCuts } from '@palimpsest/history';
import { DEFAULT_SETTINGS } from './settings.ts';

/**
 * Index of the first entry that stays whole: the newest `recencyWindow` entries, and those before them that their tool calls and results
 * belong to.
 *
 * @param recencyWindow newest entries. @default 4
 */
export function tailStart(
  history: readonly IContent[],
  recencyWindow: number = DEFAULT_SETTINGS.recencyWindow,
): number {
  return tailStartAt(history.length, safeCuts(indexExchanges(history)), recencyWindow);
}

/** The same, where the cuts are known. */
export function tailStartAt(length: number, cuts: SafeCuts, recencyWindow: number): number {
  return cuts.atOrBefore(length - recencyWindow);
}
