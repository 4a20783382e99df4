import { charactersOf } from '../characters.ts';
import type { ChatMessage } from '../chat-message.ts';

/** System messages, and as many whole exchanges as have room, from the newest on. The target is in what sizes are counted in. */
export function newestOnly(
  messages: readonly ChatMessage[],
  target: number,
  sizeOf: (message: ChatMessage) => number = charactersOf,
): readonly ChatMessage[] {
  const from = newestFrom(messages, target, sizeOf);
  return messages.filter(({ role }, index) => role === 'system' || index >= from);
}

/** Index of the oldest message that has room with all that follow it, where a call has room with its results only. */
function newestFrom(messages: readonly ChatMessage[], room: number, sizeOf = charactersOf): number {
  let from = messages.length;
  let sum = 0;
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    sum += sizeOf(messages[index]!);
    if (sum > room) break;
    if (messages[index]!.role !== 'tool') from = index;
  }
  return from;
}

/** Where the few newest messages start that the other baselines leave alone: 12 % of the target. */
export function smallTailFrom(messages: readonly ChatMessage[], targetCharacters: number): number {
  return newestFrom(messages, targetCharacters * 0.12);
}
