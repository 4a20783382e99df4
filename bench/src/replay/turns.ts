import type { IContent } from '@palimpsest/core-types';
import { openai } from '@palimpsest/formats';
import type { ChatMessage } from '../retention/chat-message.ts';
import { estimateEntries } from './counted-entries.ts';

/** One call of the model, as it was really made. */
interface ReplayCall {
  /** What was said and answered by tools since the call before. */
  readonly arrived: readonly IContent[];
  /** Milliseconds since the first call. */
  readonly at: number;
  readonly answer: IContent;
  /** Values that the answer uses and that only the history can have told it. */
  readonly needed: readonly string[];
}

/** A recorded conversation, call by call. */
export interface ReplaySession {
  readonly id: string;
  readonly calls: readonly ReplayCall[];
}

/** The corpus has no times. These are made up: what a tool takes, what a person takes, and a pause in which most caches get cold. */
export const PAUSES = {
  betweenCalls: 15_000,
  beforeHuman: 2 * 60_000,
  longBeforeHuman: 20 * 60_000,
  /** So many turns of a person, counted with the first, and the pause before the last of them is the long one. */
  longEvery: 4,
} as const;

/**
 * Every message of the assistant is a call; what stands before it has arrived. One with nothing before it was not called for, and arrives
 * with what follows it.
 *
 * @param needed values, by the index of the message that uses them
 */
export function sessionOf(
  { id, messages }: { readonly id: string; readonly messages: readonly ChatMessage[] },
  needed: ReadonlyMap<number, readonly string[]> = new Map(),
): ReplaySession {
  const calls: ReplayCall[] = [];
  let arrived: IContent[] = [];
  let at = 0;
  let humanTurns = 0;
  for (const [index, entry] of openai.decode(messages).entries()) {
    if (entry.speaker !== 'ai' || (calls.length === 0 && arrived.length === 0)) {
      arrived.push(entry);
      continue;
    }
    const isHumanTurn = arrived.some(({ speaker }) => speaker === 'human');
    if (isHumanTurn) humanTurns += 1;
    if (calls.length > 0) at += pauseBefore(isHumanTurn, humanTurns);
    calls.push({ arrived, at, answer: entry, needed: needed.get(index) ?? [] });
    arrived = [];
  }
  return { id, calls };
}

function pauseBefore(isHumanTurn: boolean, humanTurns: number): number {
  if (!isHumanTurn) return PAUSES.betweenCalls;
  return humanTurns % PAUSES.longEvery === 0 ? PAUSES.longBeforeHuman : PAUSES.beforeHuman;
}

/** Tokens of the largest request where nothing is ever taken out: that of the last call. */
export function untouchedPeak({ calls }: ReplaySession): number {
  let tokens = 0;
  for (const [index, { arrived, answer }] of calls.entries()) {
    tokens += estimateEntries(arrived);
    if (index < calls.length - 1) tokens += estimateEntries([answer]);
  }
  return tokens;
}
