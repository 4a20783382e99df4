import { skipKey, skipSpace, skipString, skipValue } from './scan-json.ts';
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
  const array = findElements(text, text[root] === '[' ? root : findMember(text, member).start);
  const spans = new Map(before.map((message, index) => [message, array.elements[index]]));
  const { lead, separator, trail } = findGaps(text, array);
  const margin = lead.slice(lead.lastIndexOf('\n') + 1);
  const newline = lead.includes('\r\n') ? '\r\n' : '\n';
  const style = detectMessageStyle(text, array.elements, lead.includes('\n') ? margin : '');
  const written = after.map((message) => {
    const span = spans.get(message);
    return span === undefined
      ? writeJson(message, style, newline, margin)
      : text.slice(span.start, span.end);
  });
  const inside = written.length === 0 ? '' : `${lead}${written.join(separator)}${trail}`;
  return text.slice(0, array.start) + inside + text.slice(array.end);
}

/** Returns the range of a member's value in the JSON of an object that has it. */
export function findMember(text: string, member: string): Span {
  let found: number | undefined;
  let at = skipSpace(text, skipSpace(text, 0) + 1);
  while (text[at] === '"') {
    const name = text.slice(at, skipString(text, at));
    const value = skipKey(text, at, 'a property name');
    // The last of several members with the same name counts, as in JSON.parse.
    if (JSON.parse(name) === member) found = value;
    at = skipSpace(text, skipValue(text, value));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  if (found === undefined) throw new Error(`The object has no "${member}".`);
  return { start: found, end: skipValue(text, found) };
}

/** An array: the range between its brackets, and the range of each element. */
interface ArraySpans extends Span {
  readonly elements: readonly Span[];
}

function findElements(text: string, open: number): ArraySpans {
  const elements: Span[] = [];
  let at = skipSpace(text, open + 1);
  while (text[at] !== ']') {
    const end = skipValue(text, at);
    elements.push({ start: at, end });
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return { start: open + 1, end: at, elements };
}

/** Returns the texts before, between and after the elements of an array. */
function findGaps(
  text: string,
  { start, end, elements }: ArraySpans,
): { readonly lead: string; readonly separator: string; readonly trail: string } {
  const [first, second] = elements;
  const last = elements.at(-1);
  if (first === undefined || last === undefined) return { lead: '', separator: ',', trail: '' };
  const lead = text.slice(start, first.start);
  return {
    lead,
    separator: second === undefined ? `,${lead}` : text.slice(first.end, second.start),
    trail: text.slice(last.end, end),
  };
}

function detectMessageStyle(text: string, messages: readonly Span[], margin: string): JsonStyle {
  const sample = messages.find(({ start, end }) => text[start] === '{' && end - start > 2);
  if (sample === undefined) return { indent: undefined, isSpaced: false };
  return detectJsonStyle(text.slice(sample.start, sample.end), margin);
}
