import { messageCharacters } from '../characters.ts';
import { contentText, type ChatMessage } from '../chat-message.ts';
import { smallTailFrom } from './newest-only.ts';

/** What stands for a result that was taken out. */
export const LEFT_OUT = '[result left out]';

/** A mark in place of old tool results, oldest first, until the rest fits. */
export function maskOldResults(
  messages: readonly ChatMessage[],
  targetCharacters: number,
): readonly ChatMessage[] {
  return shortenOldResults(messages, targetCharacters, () => LEFT_OUT);
}

/** The first line of old tool results and how many there were, oldest first, until the rest fits. */
export function resultsToOneLine(
  messages: readonly ChatMessage[],
  targetCharacters: number,
): readonly ChatMessage[] {
  return shortenOldResults(messages, targetCharacters, (text) => {
    const lines = text.trim().split('\n');
    const first = lines[0]!.trim();
    const cut = first.length > 80 ? `${first.slice(0, 80)}…` : first;
    return lines.length > 1 ? `${cut} [${lines.length} lines]` : cut;
  });
}

function shortenOldResults(
  messages: readonly ChatMessage[],
  targetCharacters: number,
  shorten: (text: string) => string,
): readonly ChatMessage[] {
  const tail = smallTailFrom(messages, targetCharacters);
  let excess = messageCharacters(messages) - targetCharacters;
  return messages.map((message, index) => {
    if (excess <= 0 || index >= tail || message.role !== 'tool') return message;
    const before = contentText(message);
    const content = shorten(before);
    if (content.length >= before.length) return message;
    excess -= before.length - content.length;
    return { ...message, content };
  });
}
