import { messageCharacters } from './characters.ts';
import type { ChatMessage } from './chat-message.ts';
import type { ProbedHistory } from './families.ts';
import type { Outcome, RetentionMethod } from './method.ts';
import { score, type Score } from './score.ts';

/** What two methods left of one history, the second in the room that the first took. */
export interface Pair {
  readonly id: string;
  /** Per cent of the characters that both may keep. */
  readonly share: number;
  readonly theirs: Score;
  readonly ours: Score;
}

/**
 * Lets a method have the room that an outcome took of a history, to the character: many methods end beside what they were asked for, so
 * only this compares them. Nothing where nothing was left out, or nothing kept.
 */
export async function atEqualSize(
  history: ProbedHistory,
  outcome: Outcome,
  method: RetentionMethod,
): Promise<Pair | undefined> {
  const ours = await inRoomOf(outcome, history.messages, method);
  if (ours === undefined) return undefined;
  const whole = messageCharacters(history.messages);
  return {
    id: history.id,
    share: (messageCharacters(outcome.messages) / whole) * 100,
    theirs: score(history, outcome),
    ours: score(history, ours),
  };
}

/** What a method makes of messages in the room that an outcome took of them; nothing where it took all or none. */
export async function inRoomOf(
  outcome: Outcome,
  messages: readonly ChatMessage[],
  method: RetentionMethod,
): Promise<Outcome | undefined> {
  const whole = messageCharacters(messages);
  const size = messageCharacters(outcome.messages);
  if (size >= whole || size === 0) return undefined;
  // Half a character more, so that rounding down ends at this very size.
  return method.compress(messages, (size + 0.5) / whole);
}
