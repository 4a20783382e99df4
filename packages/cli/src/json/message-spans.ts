import { skipKey, skipSpace, skipString, skipValue } from './scan-value.ts';

/** A piece of a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where the messages of a conversation stand in its JSON. */
export interface MessageSpans {
  /** Between the brackets of the array. */
  readonly inside: Span;
  /** One for each message. */
  readonly messages: readonly Span[];
}

/** The member of a conversation that holds its messages. */
export const MESSAGES = 'messages';

/** Finds the messages in the JSON of an array, or of an object with an array `messages`. The text must be such JSON. */
export function messageSpans(text: string): MessageSpans {
  const root = skipSpace(text, 0);
  if (text[root] === '[') return arraySpans(text, root);
  let found: number | undefined;
  let at = skipSpace(text, root + 1);
  while (text[at] === '"') {
    const name = text.slice(at, skipString(text, at));
    const value = skipKey(text, at, 'a property name');
    // Of two members with the same name the last one counts.
    if (JSON.parse(name) === MESSAGES) found = value;
    at = skipSpace(text, skipValue(text, value));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  if (found === undefined) throw new Error('The object has no messages.');
  return arraySpans(text, found);
}

function arraySpans(text: string, open: number): MessageSpans {
  const messages: Span[] = [];
  let at = skipSpace(text, open + 1);
  while (text[at] !== ']') {
    const end = skipValue(text, at);
    messages.push({ start: at, end });
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return { inside: { start: open + 1, end: at }, messages };
}
