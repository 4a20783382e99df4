import type { IContent } from '@palimpsest/core-types';
import { indexExchanges, safeCuts, type SafeCuts } from '@palimpsest/history';
import { DEFAULT_SETTINGS } from './settings.ts';

/**
 * Returns the tail start: the newest `recencyWindow` entries stay unchanged, with all earlier entries of their tool exchanges.
 *
 * @param recencyWindow number of newest entries. @default 4
 */
export function tailStart(
  history: readonly IContent[],
  recencyWindow: number = DEFAULT_SETTINGS.recencyWindow,
): number {
  return tailStartAt(history.length, safeCuts(indexExchanges(history)), recencyWindow);
}

/** Returns the tail start for known safe cuts. */
export function tailStartAt(length: number, cuts: SafeCuts, recencyWindow: number): number {
  return cuts.atOrBefore(length - recencyWindow);
}
