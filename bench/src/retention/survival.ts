import { contentText, decodeArguments, type ChatMessage } from './chat-message.ts';

/** Returns all text in which a value may be found, including the system message, as the corpus counts it; argument JSON is decoded. */
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
 * Returns whether a text contains a value at least once outside longer ASCII words or numbers. A full stop ends a word: the corpus itself
 * finds `2026.01` in `2026.01.25`.
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

/** Returns whether a unit is an ASCII letter, digit or underscore. Many other scripts have no blanks between words. */
function isWord(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  const isLetter = (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);
  return isLetter || (unit >= 48 && unit <= 57) || unit === 95;
}
