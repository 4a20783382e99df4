import { floorShare } from '../../tokens/index.ts';
import { isMarker, type IContent } from '@palimpsest/core-types';
import { findStableTailStart } from '../entries/generated-entries.ts';
import type { SafeCuts } from './safe-cuts.ts';

export interface TailRequest {
  readonly history: readonly IContent[];
  readonly cuts: SafeCuts;
  /** Earliest index at which the tail may start. @default 0 */
  readonly earliest?: number;
  /** Maximum tokens of the tail, if it has more than the newest exchange. */
  readonly budget: number;
  readonly countEntry: (entry: IContent) => number | Promise<number>;
}

/**
 * Returns the index of the first entry of the tail: the newest whole exchanges up to `budget` tokens, but always the newest one, which the model
 * may not have answered. Markers are not counted: the next run may find one before the tail in its first entry, and must find the same tail
 * (law 6).
 */
export async function findTailWithin(request: TailRequest): Promise<number> {
  const { history, cuts, earliest = 0, budget, countEntry } = request;
  if (earliest >= history.length) return history.length;
  const countBetween = async (start: number, end: number): Promise<number> => {
    let tokens = 0;
    for (let index = start; index < end; index += 1)
      tokens += await countEntry(withoutMarkers(history[index]!));
    return tokens;
  };
  let start = cuts.atOrBefore(history.length - 1);
  let tokens = start > earliest ? await countBetween(start, history.length) : 0;
  while (start > earliest) {
    const before = cuts.atOrBefore(start - 1);
    tokens += await countBetween(before, start);
    if (tokens > budget) break;
    start = before;
  }
  return start;
}

/** Returns an entry without the markers next to its content; the same entry if it has no markers, or only markers. */
function withoutMarkers(entry: IContent): IContent {
  const blocks = entry.blocks.filter((block) => block.type !== 'text' || !isMarker(block.text));
  const isSame = blocks.length === 0 || blocks.length === entry.blocks.length;
  return isSame ? entry : { ...entry, blocks };
}

/**
 * Returns the index of the first entry of the tail: of `max(1, floor(length × preserve))` entries, exact for shares like 0.29, moved backward to
 * the start of an exchange.
 *
 * Keeps the tail start of an earlier compression until entries are appended (law 6): the same share of the shorter history would be less.
 */
export function findTailStart(
  history: readonly IContent[],
  cuts: SafeCuts,
  preserve: number,
): number {
  const { length } = history;
  const boundary = cuts.atOrBefore(length - Math.max(1, floorShare(preserve, length)));
  const settled = findStableTailStart(history);
  return settled === undefined ? boundary : Math.min(boundary, cuts.atOrBefore(settled));
}
