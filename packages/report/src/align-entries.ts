import { parseGapMarker, type IContent } from '@palimpsest/core-types';
import { isRecordEntry } from '@palimpsest/engine/history';
import { readBlocks } from './block-texts.ts';
import { NextPlaces } from './align-lines.ts';

/**
 * Returns, for each entry of `after`, the position of its entry in `before`; -1 for an entry that was added. Positions ascend. Entries
 * belong together if they hold the same call or result, the same content, or lines in common, in this order. Of several matches, takes
 * the newest: compressions keep the end of a history. Linear in both histories.
 */
export function alignEntries(before: readonly IContent[], after: readonly IContent[]): number[] {
  // From the end: positions count from there.
  const [oldReversed, newReversed] = [before.toReversed(), after.toReversed()];
  const found = newReversed.map(() => -1);
  // An id may occur again: a provider may count from 0 in every turn.
  matchBetween(found, oldReversed, newReversed, callKeys);
  matchBetween(found, oldReversed, newReversed, contentKeys);
  matchBetween(found, oldReversed, newReversed, lineKeys);
  return found.toReversed().map((index) => (index < 0 ? -1 : before.length - 1 - index));
}

/** Fills `found`. Matches the entries that have no match yet, each between the matches of its neighbors. */
function matchBetween(
  found: number[],
  oldReversed: readonly IContent[],
  newReversed: readonly IContent[],
  keysOf: (entry: IContent) => readonly string[],
): void {
  const places = new NextPlaces(oldReversed.map(keysOf));
  /** Returns the first position from `from` and before `to` of an entry that shares a key with the given one. */
  const findIndex = (entry: IContent, from: number, to: number): number | undefined => {
    for (const key of keysOf(entry)) {
      const index = places.find(key, from);
      if (index !== undefined && index < to) return index;
    }
    return undefined;
  };
  const limits = nextMatches(found, oldReversed.length);
  let next = 0;
  for (const [at, known] of found.entries()) {
    const index = known >= 0 ? known : findIndex(newReversed[at]!, next, limits[at]!);
    if (index === undefined) continue;
    found[at] = index;
    next = index + 1;
  }
}

/** Returns, for each place, the position at the next place that has one; `end` if none has. */
export function nextMatches(found: readonly number[], end: number): number[] {
  const matches = found.map(() => end);
  for (let at = found.length - 1, match = end; at >= 0; at -= 1) {
    matches[at] = match;
    if (found[at]! >= 0) match = found[at]!;
  }
  return matches;
}

function callKeys({ blocks }: IContent): string[] {
  return blocks.flatMap((block) => {
    if (block.type === 'tool_call') return [`call ${block.id}`];
    return block.type === 'tool_response' ? [`result ${block.callId}`] : [];
  });
}

function contentKeys({ speaker, blocks }: IContent): string[] {
  return [[speaker, ...readBlocks(blocks).map(({ text }) => text)].join('\n')];
}

/** Shorter lines do not tell which entry they are of. */
const TELLING_LENGTH = 12;
const MAX_LINES = 40;

function lineKeys(entry: IContent): string[] {
  // A report has lines of many entries.
  if (isRecordEntry(entry)) return [];
  const { speaker, blocks } = entry;
  const lines = readBlocks(blocks).flatMap(({ text }) => text.split('\n', MAX_LINES * 4));
  return lines
    .filter((line) => line.trim().length >= TELLING_LENGTH && parseGapMarker(line) === undefined)
    .slice(0, MAX_LINES)
    .map((line) => `${speaker}\n${line}`);
}
