import type { Fields } from '@palimpsest/adapter';

/** Writes a body as bytes. */
export type BodyWriter = (body: Fields) => Uint8Array;

/** Where a value stands in a text. */
type Span = readonly [start: number, end: number];

/** Levels of a body down to the content blocks of its messages. */
const LEVELS = 5;

/**
 * Returns a function that writes other versions of a body. What they share with it keeps its bytes: numbers that JavaScript cannot hold, spelling,
 * and spaces. Linear in the text.
 *
 * @param text valid JSON, of which `value` was parsed
 */
export function createBodyWriter(text: string, value: Fields): BodyWriter {
  let spans: ReadonlyMap<object, Span> | undefined;
  return (body) => {
    spans ??= findSpans(text, value);
    return new TextEncoder().encode(replaceMembers(text, value, body, spans));
  };
}

/** Replaces the members that differ, and adds new ones at the end. */
function replaceMembers(
  text: string,
  value: Fields,
  body: Fields,
  spans: ReadonlyMap<object, Span>,
): string {
  const start = skipSpace(text, 0);
  const end = skipValue(text, start) - 1;
  const members = new Map(childrenAt(text, start));
  const changed = Object.keys(body).filter((name) => body[name] !== value[name]);
  const replaced = changed.flatMap((name) => {
    const span = members.get(name);
    return span === undefined ? [] : [{ name, span }];
  });
  const pieces: string[] = [];
  let at = 0;
  for (const { name, span } of replaced.toSorted(({ span: [a] }, { span: [b] }) => a - b)) {
    pieces.push(text.slice(at, span[0]), writeValue(body[name], text, spans));
    at = span[1];
  }
  pieces.push(text.slice(at, end));
  let separator = members.size === 0 ? '' : ',';
  for (const name of changed) {
    if (members.has(name) || body[name] === undefined) continue;
    pieces.push(`${separator}${JSON.stringify(name)}:${writeValue(body[name], text, spans)}`);
    separator = ',';
  }
  pieces.push(text.slice(end));
  return pieces.join('');
}

function writeValue(value: unknown, text: string, spans: ReadonlyMap<object, Span>): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const span = spans.get(value);
  if (span !== undefined) return text.slice(...span);
  if (Array.isArray(value)) {
    return `[${value.map((item) => writeValue(item, text, spans)).join(',')}]`;
  }
  const members = Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : [`${JSON.stringify(name)}:${writeValue(member, text, spans)}`],
  );
  return `{${members.join(',')}}`;
}

/** Returns where the objects inside of a value stand. */
function findSpans(text: string, whole: Fields): ReadonlyMap<object, Span> {
  const spans = new Map<object, Span>();
  function add(value: object, start: number, levels: number): void {
    // Of members with one name the last counts, as for `JSON.parse`.
    for (const [name, span] of new Map(childrenAt(text, start))) {
      const child: unknown = Reflect.get(value, name);
      if (typeof child !== 'object' || child === null) continue;
      spans.set(child, span);
      if (levels > 1) add(child, span[0], levels - 1);
    }
  }
  add(whole, skipSpace(text, 0), LEVELS);
  return spans;
}

/** Returns the elements of the list, or the members of the object, that begins at an index. */
function* childrenAt(text: string, start: number): Generator<readonly [string | number, Span]> {
  const isList = text[start] === '[';
  let at = skipSpace(text, start + 1);
  for (let index = 0; text[at] !== (isList ? ']' : '}'); index += 1) {
    const nameEnd = isList ? at : skipString(text, at);
    const valueStart = isList ? at : skipSpace(text, skipSpace(text, nameEnd) + 1);
    const end = skipValue(text, valueStart);
    yield [isList ? index : (JSON.parse(text.slice(at, nameEnd)) as string), [valueStart, end]];
    const next = skipSpace(text, end);
    at = text[next] === ',' ? skipSpace(text, next + 1) : next;
  }
}

function skipSpace(text: string, from: number): number {
  return match(/[ \t\n\r]*/y, text, from);
}

/** Returns the end of the value that begins at an index. */
function skipValue(text: string, from: number): number {
  const first = text[from];
  if (first === '"') return skipString(text, from);
  if (first !== '{' && first !== '[') return match(/[^\s,\]}]*/y, text, from);
  const sign = /["{}[\]]/g;
  let depth = 0;
  let at = from;
  do {
    sign.lastIndex = at;
    const found = sign.exec(text)!;
    const [character] = found;
    at = character === '"' ? skipString(text, found.index) : found.index + 1;
    if (character === '{' || character === '[') depth += 1;
    if (character === '}' || character === ']') depth -= 1;
  } while (depth > 0);
  return at;
}

/** Returns the end of the string that begins at an index. */
function skipString(text: string, from: number): number {
  let end = text.indexOf('"', from + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text[start - 1] === '\\') start -= 1;
  return (at - start) % 2 === 1;
}

function match(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  pattern.test(text);
  return pattern.lastIndex;
}
