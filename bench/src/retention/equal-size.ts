import { requestTokens } from './request-tokens.ts';
import type { ChatMessage } from './chat-message.ts';
import type { ProbedHistory } from './families.ts';
import type { Outcome, RetentionMethod } from './method.ts';
import { score, type Score } from './score.ts';

/** Scores of two methods for one history, at equal size. */
export interface Pair {
  readonly id: string;
  /** Size as per cent of the history's tokens. */
  readonly share: number;
  readonly theirs: Score;
  readonly ours: Score;
}

/**
 * Compares a method with an outcome at the outcome's exact size: many methods miss their target, so only this is a fair comparison.
 * `undefined` if the outcome kept everything or nothing.
 */
export async function atEqualSize(
  history: ProbedHistory,
  outcome: Outcome,
  method: RetentionMethod,
): Promise<Pair | undefined> {
  const ours = await inRoomOf(outcome, history.messages, method);
  if (ours === undefined) return undefined;
  const whole = requestTokens(history.messages);
  return {
    id: history.id,
    share: (requestTokens(outcome.messages) / whole) * 100,
    theirs: score(history, outcome),
    ours: score(history, ours),
  };
}

/** Runs a method with an outcome's size as its target; `undefined` if the outcome kept everything or nothing. */
export async function inRoomOf(
  outcome: Outcome,
  messages: readonly ChatMessage[],
  method: RetentionMethod,
): Promise<Outcome | undefined> {
  const whole = requestTokens(messages);
  const size = requestTokens(outcome.messages);
  if (size >= whole || size === 0) return undefined;
  // Half a character more, so that rounding down gives exactly this size.
  return method.compress(messages, (size + 0.5) / whole);
}
