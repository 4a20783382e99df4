import {
  isOwnNotice,
  makeDroppedNotice,
  readDroppedNotice,
  sacrificesByKind,
  type ExchangeIndex,
  type FitRequest,
  type Protection,
  type SafeCuts,
} from '@palimpsest/history';

export interface GivingUp {
  /** Entries from here on are the tail and stay. */
  readonly boundary: number;
  readonly cuts: SafeCuts;
  readonly isProtected: Protection;
  readonly dropHumanText: boolean;
}

/**
 * What may be given up, and the notice that says so. A notice is not human text. One of ours gives its place to a newer one; one that
 * only looks like ours is left alone, whoever wrote it.
 */
export function whatMayGo(
  index: ExchangeIndex,
  { boundary, cuts, isProtected, dropHumanText }: GivingUp,
): Pick<FitRequest, 'sacrifices' | 'notice'> {
  const { history } = index;
  const own = new Map<number, number>();
  for (let at = 0; at < boundary; at += 1) {
    const entry = history[at]!;
    if (!isOwnNotice(entry) || isProtected(entry)) continue;
    own.set(at, readDroppedNotice(entry)?.dropped ?? 0);
  }
  return {
    sacrifices: sacrificesByKind(index, {
      boundary,
      isProtected: (entry) => readDroppedNotice(entry) !== undefined || isProtected(entry),
      dropHumanText,
    }),
    notice: {
      newest: history.length - boundary,
      place: (at) => cuts.atOrBefore(at),
      make: makeDroppedNotice,
      replaces: own,
    },
  };
}
