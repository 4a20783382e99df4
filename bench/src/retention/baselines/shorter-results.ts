import { messageCharacters } from '../characters.ts';
import { contentText, type ChatMessage } from '../chat-message.ts';
import { smallTailFrom } from './newest-only.ts';

/** Text that replaces a removed result. */
export const LEFT_OUT = '[result left out]';

/** Replaces old tool results by a marker, oldest first, until the rest fits. */
export function maskOldResults(
  messages: readonly ChatMessage[],
  targetCharacters: number,
): readonly ChatMessage[] {
  return shortenOldResults(messages, targetCharacters, () => LEFT_OUT);
}

/** Reduces old tool results to their first line and the number of lines, oldest first, until the rest fits. */
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
