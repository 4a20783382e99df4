import type { IContent } from '@palimpsest/core-types';
import { hasDemandWord } from '@palimpsest/directives';
import {
  isGeneratedNotice,
  createDroppedNotice,
  parseNoticeEntry,
  listCandidatesByKind,
  type ExchangeIndex,
  type FitRequest,
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
} from '@palimpsest/reductions';

export interface EvictionScope {
  /** Entries from here on are the tail and stay. */
  readonly boundary: number;
  readonly cuts: SafeCuts;
  readonly isProtected: EntryPredicate;
  readonly dropHumanText: boolean;
}

/**
 * What may be given up, and the notice that says so. A notice is not human text. One of ours gives its place to a newer one; one that
 * only looks like ours is left alone, whoever wrote it.
 */
export function listEvictions(
  index: ExchangeIndex,
  { boundary, cuts, isProtected, dropHumanText }: EvictionScope,
): Pick<FitRequest, 'candidates' | 'notice'> {
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

/** What one round leaves is cut as the next compression would cut it: so that one changes nothing (law 6). */
const ROUNDS = 4;

/** Of the first request at least the beginning stays: what all the rest was done for. */
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
