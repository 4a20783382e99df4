import { skipKey, skipSpace, skipString, skipValue } from './parse-json.ts';
import { detectJsonStyle, writeJson, type JsonStyle } from './write-json.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A range of a text, in UTF-16 units. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Texts with more UTF-16 units are not kept beside their messages, because both together take three times the memory of the file. */
const LARGE = 2_000_000;

/**
 * Returns a function that replaces the messages in the JSON of a conversation. Everything that stays keeps its characters; new messages are
 * written in the style of the old ones.
 *
 * @param text an array, or an object with an array
 * @param before its messages, as parsed from `text`
 * @param member name of the array in the object
 * @param large length from which `text` is split at once, and not kept
 */
export function createMessageWriter(
  text: string,
  before: readonly unknown[],
  member: string = 'messages',
  large: number = LARGE,
): (after: readonly unknown[]) => string {
  if (text.length >= large) {
    const layout = readLayout(text, member);
    if (layout.isRegular) return createDetachedWriter(text, before, layout);
  }
  return (after) => {
    const isSame =
      before.length === after.length && before.every((message, index) => message === after[index]);
    if (isSame) return text;
    const layout = readLayout(text, member);
    const spans = new Map(before.map((message, index) => [message, layout.elements[index]]));
    return writeMessages(layout, after, (message) => {
      const span = spans.get(message);
      return span && text.slice(span.start, span.end);
    });
  };
}

type Layout = ReturnType<typeof readLayout>;

/** Reads how a conversation surrounds and separates its messages. */
function readLayout(text: string, member: string) {
  const root = skipSpace(text, 0);
  const open = text[root] === '[' ? root : findMember(text, member).start;
  const elements = [...readMembers(text, open)];
  const close = skipSpace(text, elements.at(-1)?.end ?? open + 1);
  const [first, second] = elements;
  const lead = first === undefined ? '' : text.slice(open + 1, first.start);
  const separator =
    first === undefined || second === undefined ? `,${lead}` : text.slice(first.end, second.start);
  const margin = lead.slice(lead.lastIndexOf('\n') + 1);
  const isSeparated = ({ start }: Span, index: number): boolean => {
    const previous = elements[index - 1];
    return previous === undefined || text.slice(previous.end, start) === separator;
  };
  return {
    head: text.slice(0, open + 1),
    lead,
    separator,
    /** Whether all messages are separated alike. An empty list may hold white space. */
    isRegular: elements.length > 0 && elements.every(isSeparated),
    trail: text.slice(elements.at(-1)?.end ?? close, close),
    tail: text.slice(close),
    style: { ...detectMessageStyle(text, elements, lead), margin },
    elements,
  };
}

/** Writes a conversation; `copy` returns the old text of a message that stays. */
function writeMessages(
  { head, lead, separator, trail, tail, style }: Layout,
  after: readonly unknown[],
  copy: (message: unknown) => string | undefined,
): string {
  const written = after.map((message) => copy(message) ?? writeJson(message, style));
  const inside = written.length === 0 ? '' : `${lead}${written.join(separator)}${trail}`;
  return head + inside + tail;
}

/** Returns a writer that keeps no text, except of messages that it would not write with the same characters. */
function createDetachedWriter(
  text: string,
  before: readonly unknown[],
  layout: Layout,
): (after: readonly unknown[]) => string {
  const { elements, style } = layout;
  const copies = new Map<unknown, Uint8Array>();
  for (const [index, message] of before.entries()) {
    const own = text.slice(elements[index]!.start, elements[index]!.end);
    if (own !== writeJson(message, style)) copies.set(message, encoder.encode(own));
  }
  // A copy, because a part of a text keeps all of it in memory.
  return createWriter(structuredClone({ ...layout, elements: [] }), copies);
}

/** Apart from the text, which a function of the same scope would keep. */
function createWriter(
  layout: Layout,
  copies: ReadonlyMap<unknown, Uint8Array>,
): (after: readonly unknown[]) => string {
  return (after) =>
    writeMessages(layout, after, (message) => {
      const copy = copies.get(message);
      return copy && decoder.decode(copy);
    });
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

function detectMessageStyle(text: string, messages: readonly Span[], lead: string): JsonStyle {
  const sample = messages.find(({ start, end }) => text[start] === '{' && end - start > 2);
  const newline = lead.includes('\r\n') ? '\r\n' : '\n';
  const margin = lead.includes('\n') ? lead.slice(lead.lastIndexOf('\n') + 1) : '';
  if (sample === undefined) return { indent: undefined, isSpaced: false, newline, margin };
  return detectJsonStyle(text.slice(sample.start, sample.end), newline, margin);
}
