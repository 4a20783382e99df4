import { charactersOf } from './characters.ts';
import { contentText, type ChatMessage } from './chat-message.ts';
import { smallTailFrom } from './baselines/newest-only.ts';

/** Longer words of a person may be reduced like anything else. */
const LONG_HUMAN_TEXT = 2_000;

/** Ranges of `freeShare`. Where little is free, people's own words fill the budget, and nobody can choose. */
const FREE_RANGES = {
  'under 0.3': [Number.NEGATIVE_INFINITY, 0.3],
  '0.3 to 0.6': [0.3, 0.6],
  'over 0.6': [0.6, Number.POSITIVE_INFINITY],
} as const;
export type FreeRange = keyof typeof FREE_RANGES;

export const FREE_RANGE_NAMES = Object.keys(FREE_RANGES) as FreeRange[];

/** Whether a share is in a range; its lower end is. */
export function isInRange(share: number, range: FreeRange): boolean {
  const [from, to] = FREE_RANGES[range];
  return share >= from && share < to;
}

/**
 * How much of a target is left beside what should stay whole: the newest messages (12 % of the target, at least the newest call with its
 * results) and what people said in up to 2,000 characters. Below 0 where that alone is more than the target.
 */
export function freeShare(messages: readonly ChatMessage[], targetCharacters: number): number {
  const newest = messages.findLastIndex(({ role }) => role !== 'tool');
  const tail = Math.min(smallTailFrom(messages, targetCharacters), Math.max(0, newest));
  let fixed = 0;
  for (const [index, message] of messages.entries()) {
    if (index >= tail || isShortHuman(message)) fixed += charactersOf(message);
  }
  return (targetCharacters - fixed) / targetCharacters;
}

/** Whether something that a person said in up to 2,000 characters is not there word for word. */
export function hasReducedHumanText(
  before: readonly ChatMessage[],
  after: readonly ChatMessage[],
): boolean {
  const said = new Set(after.filter(({ role }) => role === 'user').map(contentText));
  return before.some((message) => isShortHuman(message) && !said.has(contentText(message)));
}

function isShortHuman(message: ChatMessage): boolean {
  if (message.role !== 'user') return false;
  const { length } = contentText(message);
  return length > 0 && length <= LONG_HUMAN_TEXT;
}
