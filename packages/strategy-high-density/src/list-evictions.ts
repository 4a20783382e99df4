import { hasDemandWord } from '@palimpsest/directives/words';
import {
  isGeneratedNotice,
  createDroppedNotice,
  parseNoticeEntry,
  listCandidatesByKind,
  type EvictionCandidate,
  type ExchangeIndex,
  type NoticeRequest,
  type EntryPredicate,
  type SafeCuts,
} from '@palimpsest/history';
import { shortenFirst, shortenTexts, textsOf } from './shorten-texts.ts';

export interface EvictionScope {
  /** Tail start: entries from this index on stay unchanged. */
  readonly boundary: number;
  readonly cuts: SafeCuts;
  /** Index of the model's text that the newest user message answers, -1 if none. It is removed after user text without directives. */
  readonly answer: number;
  readonly isProtected: EntryPredicate;
  readonly dropHumanText: boolean;
}

/**
 * Returns the eviction candidates and the dropped notice. The new notice replaces generated ones; a text that only looks like a notice stays,
 * whatever its role.
 */
export function listEvictions(
  index: ExchangeIndex,
  { boundary, cuts, answer, isProtected, dropHumanText }: EvictionScope,
): { readonly candidates: Iterable<EvictionCandidate>; readonly notice: NoticeRequest } {
  const { history } = index;
  const own = new Map<number, number>();
  for (let at = 0; at < boundary; at += 1) {
    const entry = history[at]!;
    if (!isGeneratedNotice(entry) || isProtected(entry)) continue;
    own.set(at, parseNoticeEntry(entry)?.dropped ?? 0);
  }
  return {
    candidates: listCandidatesByKind(index, {
      boundary,
      answer,
      isProtected: (entry) => parseNoticeEntry(entry) !== undefined || isProtected(entry),
      dropHumanText,
      isBinding: (entry) => textsOf(entry).some(hasDemandWord),
      shortenFirst,
      shortenProse: shortenTexts(history.slice(0, boundary), {
        isProtected: (entry) => entry === history[answer] || isProtected(entry),
        cutsHumanText: dropHumanText,
      }),
    }),
    notice: {
      newest: history.length - boundary,
      indexFor: (at) => cuts.atOrBefore(at),
      make: createDroppedNotice,
      replaces: own,
    },
  };
}
