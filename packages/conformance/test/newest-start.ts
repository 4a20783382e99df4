import type { IContent } from '@palimpsest/core-types';
import { indexExchanges, safeCuts } from '@palimpsest/history';

/** Returns the start of the newest whole exchange. */
export function newestStart(history: readonly IContent[]): number {
  return safeCuts(indexExchanges(history)).atOrBefore(history.length - 1);
}
