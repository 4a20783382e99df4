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

/**
 * Finds the messages in the JSON of an array, or of an object with an array. The text must be such JSON.
 *
 * @param member name of the array in the object
 */
export function messageSpans(text: string, member: string): MessageSpans {
  const root = skipSpace(text, 0);
  return arraySpans(text, text[root] === '[' ? root : memberSpan(text, member).start);
}

/** Finds the value of a member in the JSON of an object that has it. */
export function memberSpan(text: string, member: string): Span {
  let found: number | undefined;
  let at = skipSpace(text, skipSpace(text, 0) + 1);
  while (text[at] === '"') {
    const name = text.slice(at, skipString(text, at));
    const value = skipKey(text, at, 'a property name');
    // Of two members with the same name the last one counts.
    if (JSON.parse(name) === member) found = value;
    at = skipSpace(text, skipValue(text, value));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  if (found === undefined) throw new Error(`The object has no "${member}".`);
  return { start: found, end: skipValue(text, found) };
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
