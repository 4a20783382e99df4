import { contentText, decodeArguments, type ChatMessage } from './chat-message.ts';

/** Everything a value may be found in, the system message too, as the corpus counts it; argument JSON decoded. */
export function searchableText(messages: readonly ChatMessage[]): string {
  const texts: string[] = [];
  for (const message of messages) {
    texts.push(contentText(message), message.reasoning_content ?? '');
    for (const call of message.tool_calls ?? []) {
      const { strings, others } = decodeArguments(call.function.arguments);
      texts.push(call.function.name);
      for (const text of strings) texts.push(text);
      for (const text of others) texts.push(text);
    }
  }
  return texts.join('\n');
}

/**
 * Whether a value stands in a text at least once without being part of a longer ASCII word or number. A point ends a word: the corpus
 * itself takes `2026.01` to stand in `2026.01.25`.
 */
export function survives(value: string, text: string): boolean {
  if (value === '') return false;
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    if (isFree(text, at, at + value.length)) return true;
  }
  return false;
}

function isFree(text: string, start: number, end: number): boolean {
  if (isWord(text, start) && isWord(text, start - 1)) return false;
  return !(isWord(text, end - 1) && isWord(text, end));
}

/** ASCII letters, digits and the underscore; other scripts write no blanks between words. */
function isWord(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  const isLetter = (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);
  return isLetter || (unit >= 48 && unit <= 57) || unit === 95;
}
