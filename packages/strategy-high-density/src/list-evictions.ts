import { hasDemandWord } from '@palimpsest/directives/words';
import type { IContent } from '@palimpsest/core-types';
import type { StrategyInput } from '@palimpsest/engine';
import {
  isGeneratedNotice,
  createDroppedNotice,
  parseNoticeEntry,
  listCandidatesByKind,
  type EvictionCandidate,
  type NoticeRequest,
} from '@palimpsest/history';
import { shortenFirst, shortenTexts, textsOf } from './shorten-texts.ts';

interface EvictionScope {
  /** Index of the model's text that the newest user message answers, -1 if none. It is removed after user text without directives. */
  readonly answer: number;
  readonly dropHumanText: boolean;
}

/**
 * Returns the eviction candidates and the dropped notice. The new notice replaces generated ones; a text that only looks like a notice stays,
 * whatever its role.
 *
 * @param reduced the history after replacements: they do not move entries, so the index stays valid
 */
export function listEvictions(
  { index, cuts, tailStart: boundary, isProtected }: StrategyInput,
  reduced: readonly IContent[],
  { answer, dropHumanText }: EvictionScope,
): { readonly candidates: Iterable<EvictionCandidate>; readonly notice: NoticeRequest } {
  const replaces = new Map<number, number>();
  for (const [at, entry] of reduced.slice(0, boundary).entries()) {
    if (!isGeneratedNotice(entry) || isProtected(entry)) continue;
    replaces.set(at, parseNoticeEntry(entry)?.dropped ?? 0);
  }
  return {
    candidates: listCandidatesByKind(
      { ...index, history: reduced },
      {
        boundary,
        answer,
        isProtected: (entry) => parseNoticeEntry(entry) !== undefined || isProtected(entry),
        dropHumanText,
        isBinding: (entry) => textsOf(entry).some(hasDemandWord),
        shortenFirst,
        shortenProse: shortenTexts(reduced.slice(0, boundary), {
          isProtected: (entry) => entry === reduced[answer] || isProtected(entry),
          cutsHumanText: dropHumanText,
        }),
      },
    ),
    notice: {
      newest: reduced.length - boundary,
      indexFor: (at) => cuts.atOrBefore(at),
      make: createDroppedNotice,
      replaces,
    },
  };
}
