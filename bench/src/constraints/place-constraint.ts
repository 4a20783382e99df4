import type { IContent } from '@palimpsest/core-types';
import { indexExchanges, safeCuts } from '@palimpsest/engine/history';
import { FRAMINGS, type Framing } from './framings.ts';

/** Position of the constraint: first message, middle, or shortly before the first compression. */
export const POSITIONS = ['first', 'middle', 'late'] as const;
export type Position = (typeof POSITIONS)[number];

/** Minimum number of entries after a late constraint. */
const ENTRIES_AFTER_LATE = 2;

interface Said {
  readonly sentence: string;
  readonly framing: Framing;
  readonly position: Position;
}

/** Adds a message with a constraint to a history, between exchanges; a correction follows an assistant message or a tool result. */
export function placeConstraint(
  history: readonly IContent[],
  { sentence, framing, position }: Said,
): IContent[] {
  const message: IContent = {
    speaker: 'human',
    blocks: [{ type: 'text', text: FRAMINGS[framing](sentence) }],
  };
  return history.toSpliced(placeFor(history, framing, position), 0, message);
}

function placeFor(history: readonly IContent[], framing: Framing, position: Position): number {
  const cuts = safeCuts(indexExchanges(history));
  const { length } = history;
  const start = history.findIndex(({ speaker }) => speaker !== 'system');
  const first = Math.max(0, start);
  const wanted = {
    first,
    middle: Math.max(first, cuts.atOrBefore(Math.floor(length / 2))),
    late: Math.max(first, cuts.atOrBefore(length - ENTRIES_AFTER_LATE)),
  }[position];
  if (framing !== 'correction') return wanted;
  for (let at = Math.max(wanted, 1); at <= length; at += 1) {
    const { speaker } = history[at - 1]!;
    if (cuts.isSafe(at) && (speaker === 'ai' || speaker === 'tool')) return at;
  }
  return length;
}
