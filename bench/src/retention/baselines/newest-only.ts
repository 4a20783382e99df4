import { charactersOf, type ChatMessage } from '../chat-message.ts';

/** Returns the system messages and as many of the newest whole exchanges as fit. */
export function newestOnly(
  messages: readonly ChatMessage[],
  targetCharacters: number,
): readonly ChatMessage[] {
  const from = newestFrom(messages, targetCharacters);
  return messages.filter(({ role }, index) => role === 'system' || index >= from);
}

/** Returns the index of the oldest message that fits with all later ones; a call only fits together with its results. */
function newestFrom(messages: readonly ChatMessage[], room: number): number {
  let from = messages.length;
  let sum = 0;
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    sum += charactersOf(messages[index]!);
    if (sum > room) break;
    if (messages[index]!.role !== 'tool') from = index;
  }
  return from;
}

/** Returns the start of the newest messages that the other baselines leave unchanged: 12 % of the target. */
export function smallTailFrom(messages: readonly ChatMessage[], targetCharacters: number): number {
  return newestFrom(messages, targetCharacters * 0.12);
}
