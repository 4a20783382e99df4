import type { IContent } from '@palimpsest/core-types';
import { openai } from '@palimpsest/formats/openai';
import type { ChatMessage } from '../retention/chat-message.ts';
import { estimateEntries } from './counted-entries.ts';

/** One recorded call of the model. */
interface ReplayCall {
  /** User messages and tool results since the previous call. */
  readonly arrived: readonly IContent[];
  /** Milliseconds since the first call. */
  readonly at: number;
  readonly answer: IContent;
  /** Values that the answer uses and that only the history can have provided. */
  readonly needed: readonly string[];
}

/** A recorded conversation, call by call. */
export interface ReplaySession {
  readonly id: string;
  readonly calls: readonly ReplayCall[];
}

/** Pauses in milliseconds. They are assumptions, because the corpus has no times: for tools, for users, and one in which most caches expire. */
const PAUSES = {
  betweenCalls: 15_000,
  beforeHuman: 2 * 60_000,
  longBeforeHuman: 20 * 60_000,
  /** Every user turn whose number, from 1, is a multiple of this follows the long pause. */
  longEvery: 4,
} as const;

/**
 * Splits a conversation into calls, one per assistant message; the messages before it have arrived. A first message of the assistant was not
 * called for, and arrives with the messages after it.
 *
 * @param needed values by the index of the message that uses them
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

/** Returns the tokens of the largest request without compression: that of the last call. */
export function untouchedPeak({ calls }: ReplaySession): number {
  let tokens = 0;
  for (const [index, { arrived, answer }] of calls.entries()) {
    tokens += estimateEntries(arrived);
    if (index < calls.length - 1) tokens += estimateEntries([answer]);
  }
  return tokens;
}
