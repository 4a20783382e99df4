import { charactersOf } from './characters.ts';
import type { ChatMessage } from './chat-message.ts';

/** Makes a history smaller in a way anybody would try first. May end above the target where it knows no further step. */
export type Baseline = (
  messages: readonly ChatMessage[],
  targetCharacters: number,
) => readonly ChatMessage[];

export const BASELINES: Readonly<Record<string, Baseline>> = {
  everything: (messages) => messages,
  'newest only': newestOnly,
};

/** System messages, and as many whole exchanges as have room, from the newest on. */
function newestOnly(
  messages: readonly ChatMessage[],
  targetCharacters: number,
): readonly ChatMessage[] {
  const from = newestFrom(messages, targetCharacters);
  return messages.filter(({ role }, index) => role === 'system' || index >= from);
}

/** Index from which whole exchanges have room. */
export function newestFrom(messages: readonly ChatMessage[], room: number): number {
  let from = messages.length;
  let sum = 0;
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    sum += charactersOf(messages[index]!);
    if (sum > room) break;
    // A result belongs to the call before it.
    if (messages[index]!.role !== 'tool') from = index;
  }
  return from;
}
