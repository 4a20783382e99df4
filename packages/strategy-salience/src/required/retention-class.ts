import { isMarker, type IContent } from '@palimpsest/core-types';
import type { StrategyInput } from '@palimpsest/engine';
import {
  findTailStart,
  findTailWithin,
  humanTextLength,
  isHumanText,
  isRequest,
} from '@palimpsest/history';

/** A longer user text counts as ordinary text. In UTF-16 units. */
export const LONG_HUMAN_TEXT = 2_000;

/**
 * How an entry may be treated. `kept`: unchanged. `ordinary`: reduced first. `human`: reduced only after that. `answer`: the assistant text
 * that the newest request answers; ordinary at first, unchanged while user text is reduced, reduced again before directives are.
 */
export type RetentionClass = 'kept' | 'ordinary' | 'human' | 'answer';

/**
 * Returns the retention class of each entry.
 *
 * @param answeredIndex index of the text that the newest request answers, -1 if none
 */
export function classifyEntries(
  { history, isProtected }: StrategyInput,
  tailStart: number,
  answeredIndex: number,
): RetentionClass[] {
  const newestHuman = history.findLastIndex(isRequest);
  // If the newest request is only an image, the question is in the request before it.
  const request = history.findLastIndex((entry) => isRequest(entry) && humanTextLength(entry) > 0);
  return history.map((entry, at) => {
    if (at >= tailStart || isProtected(entry)) return 'kept';
    if (at === answeredIndex) return 'answer';
    if (entry.speaker === 'human' && isMarkersAlone(entry)) return 'kept';
    if (!isHumanText(entry) || humanTextLength(entry) > LONG_HUMAN_TEXT) return 'ordinary';
    return at === newestHuman || at === request ? 'kept' : 'human';
  });
}

/** Returns whether an entry contains only markers. */
export function isMarkersAlone({ blocks }: IContent): boolean {
  return (
    blocks.length > 0 && blocks.every((block) => block.type === 'text' && isMarker(block.text))
  );
}

/** Maximum shares of the target for the newest exchanges (issue 28). */
const TAIL_SHARE = 0.25;
const SMALL_TAIL_SHARE = 0.12;

/** Where the tail may start. */
interface TailStarts {
  /** Start of the larger tail, for a target that can be met without reducing user text, or calls to their minimum. */
  readonly earliest: number;
  /** Start of the smaller tail, for any other target. */
  readonly latest: number;
}

interface TailRequest {
  /** Token counts of the entries. */
  readonly tokens: readonly number[];
  /** The share of the entries that the host preserves; `undefined` without one. */
  readonly preserve: number | undefined;
  readonly countEntry: (entry: IContent) => Promise<number> | number;
  readonly classify: (tailStart: number) => readonly RetentionClass[];
}

/**
 * Returns the starts of the larger and the smaller tail; the same if what stays before the smaller one leaves no room.
 *
 * @param tokens tokens of each entry
 * @param classify returns the class of each entry before a tail
 */
export async function findTails(
  { history, cuts, targetTokens }: StrategyInput,
  { tokens, preserve, countEntry, classify }: TailRequest,
): Promise<TailStarts> {
  if (preserve !== undefined) {
    const start = findTailStart(history, cuts, preserve);
    return { earliest: start, latest: start };
  }
  const within = (share: number): Promise<number> =>
    findTailWithin({ history, cuts, countEntry, budget: share * targetTokens });
  const latest = await within(SMALL_TAIL_SHARE);
  let kept = 0;
  for (const [at, retention] of classify(latest).entries()) {
    if (at < latest && retention !== 'ordinary') kept += tokens[at]!;
  }
  const hasBudget = kept <= (1 - TAIL_SHARE) * targetTokens;
  return { earliest: hasBudget ? await within(TAIL_SHARE) : latest, latest };
}
