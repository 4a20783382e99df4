import { skipKey, skipSpace, skipString, skipValue } from './parse-json.ts';
import { detectJsonStyle, writeJson, type JsonStyle } from './write-json.ts';

/** A range of a text, in UTF-16 units. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Replaces the messages in the JSON of a conversation. Everything that stays keeps its characters; new messages are written in the
 * style of the old ones.
 *
 * @param text an array, or an object with an array
 * @param before its messages, as parsed from `text`
 * @param member name of the array in the object
 */
export function rewriteMessages(
  text: string,
  before: readonly unknown[],
  after: readonly unknown[],
  member = 'messages',
): string {
  const isSame =
    before.length === after.length && before.every((message, index) => message === after[index]);
  if (isSame) return text;
  const root = skipSpace(text, 0);
  const open = text[root] === '[' ? root : findMember(text, member).start;
  const elements = [...readMembers(text, open)];
  const spans = new Map(before.map((message, index) => [message, elements[index]]));
  const close = skipSpace(text, elements.at(-1)?.end ?? open + 1);
  const [first, second] = elements;
  const lead = first === undefined ? '' : text.slice(open + 1, first.start);
  const separator =
    first === undefined || second === undefined ? `,${lead}` : text.slice(first.end, second.start);
  const margin = lead.slice(lead.lastIndexOf('\n') + 1);
  const newline = lead.includes('\r\n') ? '\r\n' : '\n';
  const style = detectMessageStyle(text, elements, lead.includes('\n') ? margin : '');
  const written = after.map((message) => {
    const span = spans.get(message);
    return span === undefined
      ? writeJson(message, style, newline, margin)
      : text.slice(span.start, span.end);
  });
  const trail = text.slice(elements.at(-1)?.end ?? close, close);
  const inside = written.length === 0 ? '' : `${lead}${written.join(separator)}${trail}`;
  return text.slice(0, open + 1) + inside + text.slice(close);
}

/** Returns the range of a member's value in the JSON of an object that has it. */
export function findMember(text: string, member: string): Span {
  // The last of several members with the same name counts, as in JSON.parse.
  const found = [...readMembers(text, skipSpace(text, 0))].findLast(({ name }) => name === member);
  if (found === undefined) throw new Error(`The object has no "${member}".`);
  return found;
}

/** Returns the ranges of the values in the object or array at `open`, with their names in an object. */
function* readMembers(text: string, open: number): Generator<Span & { readonly name?: unknown }> {
  const isObject = text[open] === '{';
  let at = skipSpace(text, open + 1);
  while (text[at] !== '}' && text[at] !== ']') {
    const name: unknown = isObject ? JSON.parse(text.slice(at, skipString(text, at))) : undefined;
    const start = isObject ? skipKey(text, at, 'a property name') : at;
    const end = skipValue(text, start);
    yield { name, start, end };
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
}

function detectMessageStyle(text: string, messages: readonly Span[], margin: string): JsonStyle {
  const sample = messages.find(({ start, end }) => text[start] === '{' && end - start > 2);
  if (sample === undefined) return { indent: undefined, isSpaced: false };
  return detectJsonStyle(text.slice(sample.start, sample.end), margin);
}
