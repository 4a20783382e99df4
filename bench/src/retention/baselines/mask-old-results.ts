import { contentText, messageCharacters, type ChatMessage } from '../chat-message.ts';
import { smallTailFrom } from './newest-only.ts';

/** Text that replaces a removed result. */
const LEFT_OUT = '[result left out]';

/** Replaces old tool results by a marker, oldest first, until the rest fits. */
export function maskOldResults(
  messages: readonly ChatMessage[],
  targetCharacters: number,
): readonly ChatMessage[] {
  const tail = smallTailFrom(messages, targetCharacters);
  let excess = messageCharacters(messages) - targetCharacters;
  return messages.map((message, index) => {
    if (excess <= 0 || index >= tail || message.role !== 'tool') return message;
    const saved = contentText(message).length - LEFT_OUT.length;
    if (saved <= 0) return message;
    excess -= saved;
    return { ...message, content: LEFT_OUT };
  });
}
