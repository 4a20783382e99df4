import type { IContent } from '@palimpsest/core-types';
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
import {
  cutHumanText,
  DATA_CUTS,
  DEMAND_CUTS,
  isUseful,
  REMARK_CUTS,
  type HumanCut,
} from '@palimpsest/summarizer/reduce';

export interface EvictionScope {
  /** Tail start: entries from this index on stay unchanged. */
  readonly boundary: number;
  readonly cuts: SafeCuts;
  readonly isProtected: EntryPredicate;
  readonly dropHumanText: boolean;
}

/**
 * Returns the eviction candidates and the dropped notice. The new notice replaces generated ones; a text that only looks like a notice stays,
 * whatever its role.
 */
export function listEvictions(
  index: ExchangeIndex,
  { boundary, cuts, isProtected, dropHumanText }: EvictionScope,
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
      isProtected: (entry) => parseNoticeEntry(entry) !== undefined || isProtected(entry),
      dropHumanText,
      isBinding: (entry) => textsOf(entry).some(hasDemandWord),
      shortenFirst,
    }),
    notice: {
      newest: history.length - boundary,
      place: (at) => cuts.atOrBefore(at),
      make: createDroppedNotice,
      replaces: own,
    },
  };
}

function textsOf({ blocks }: IContent): string[] {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
}

const CUTS: readonly HumanCut[] = [...DATA_CUTS, ...REMARK_CUTS, ...DEMAND_CUTS];

/** Rounds of cuts. Each cuts the output of the previous one, as the next compression would, so that the next one changes nothing (law 6). */
const ROUNDS = 4;

/** Ever shorter versions of the first request. Its beginning always stays: it states the task. */
const shortenFirst = Array.from({ length: ROUNDS }, () => CUTS)
  .flat()
  .map((cut) => (entry: IContent): IContent | undefined => {
    let isFirst = true;
    const blocks = entry.blocks.map((block) => {
      if (block.type !== 'text') return block;
      const shorter = cutHumanText(block.text, cut, { isFirst });
      isFirst = false;
      return shorter !== undefined && isUseful(shorter, block.text)
        ? { ...block, text: shorter }
        : block;
    });
    const isSame = blocks.every((block, at) => block === entry.blocks[at]);
    return isSame ? undefined : { ...entry, blocks };
  });
