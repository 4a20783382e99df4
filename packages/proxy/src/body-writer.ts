import { isRecord } from '@palimpsest/core-types';
import type { Fields } from '@palimpsest/adapter';

/** Where a value stands in a text. */
type Span = readonly [start: number, end: number];

/** Writes a body as bytes. */
export type BodyWriter = (body: Fields) => Uint8Array;

/** Levels of a body down to the content blocks of its messages. */
const LEVELS = 5;

/**
 * Returns a function that writes other versions of a body. What they share with it keeps its bytes: numbers that JavaScript cannot hold, spelling,
 * and spaces. Linear in the text.
 *
 * @param text valid JSON, of which `value` was parsed
 */
export function createBodyWriter(text: string, value: Fields): BodyWriter {
  let source: Source | undefined;
  return (body) => {
    source ??= new Source(text, value);
    return new TextEncoder().encode(source.write(body));
  };
}

class Source {
  readonly #text: string;
  readonly #value: Fields;
  readonly #spans = new Map<object, Span>();
  readonly #members: ReadonlyMap<string, Span>;
  readonly #end: number;

  constructor(text: string, value: Fields) {
    this.#text = text;
    this.#value = value;
    const start = skipSpace(text, 0);
    this.#members = membersAt(text, start);
    this.#end = skipValue(text, start) - 1;
    for (const [name, span] of this.#members) this.#index(value[name], span, LEVELS - 1);
  }

  /** Replaces the members that differ, and adds new ones at the end. */
  write(body: Fields): string {
    const pieces: string[] = [];
    let at = 0;
    const changed = Object.keys(body).filter((name) => body[name] !== this.#value[name]);
    const places = changed.map((name) => [name, this.#members.get(name)] as const);
    const replaced = places.flatMap(([name, span]) => (span ? [[name, span] as const] : []));
    for (const [name, [start, end]] of replaced.toSorted(([, [a]], [, [b]]) => a - b)) {
      pieces.push(this.#text.slice(at, start), this.#write(body[name]));
      at = end;
    }
    pieces.push(this.#text.slice(at, this.#end));
    let separator = this.#members.size === 0 ? '' : ',';
    for (const [name, span] of places) {
      if (span !== undefined || body[name] === undefined) continue;
      pieces.push(`${separator}${JSON.stringify(name)}:${this.#write(body[name])}`);
      separator = ',';
    }
    pieces.push(this.#text.slice(this.#end));
    return pieces.join('');
  }

  #write(value: unknown): string {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
    const span = this.#spans.get(value);
    if (span !== undefined) return this.#text.slice(...span);
    if (Array.isArray(value)) return `[${value.map((item) => this.#write(item)).join(',')}]`;
    const members = Object.entries(value).flatMap(([name, member]) =>
      member === undefined ? [] : [`${JSON.stringify(name)}:${this.#write(member)}`],
    );
    return `{${members.join(',')}}`;
  }

  #index(value: unknown, span: Span, levels: number): void {
    if (typeof value !== 'object' || value === null) return;
    this.#spans.set(value, span);
    if (levels === 0) return;
    const [start] = span;
    if (Array.isArray(value)) {
      for (const [at, inner] of elementsAt(this.#text, start).entries()) {
        this.#index(value[at], inner, levels - 1);
      }
    } else if (isRecord(value)) {
      for (const [name, inner] of membersAt(this.#text, start)) {
        this.#index(value[name], inner, levels - 1);
      }
    }
  }
}

/** Returns the elements of the list that begins at an index. */
function elementsAt(text: string, start: number): readonly Span[] {
  const spans: Span[] = [];
  for (let at = skipSpace(text, start + 1); text[at] !== ']';) {
    const end = skipValue(text, at);
    spans.push([at, end]);
    at = skipComma(text, end);
  }
  return spans;
}

/** Returns the values of the object that begins at an index, by name. Of members with one name the last counts, as for `JSON.parse`. */
function membersAt(text: string, start: number): ReadonlyMap<string, Span> {
  const spans = new Map<string, Span>();
  for (let at = skipSpace(text, start + 1); text[at] !== '}';) {
    const nameEnd = skipString(text, at);
    const valueStart = skipSpace(text, skipSpace(text, nameEnd) + 1);
    const end = skipValue(text, valueStart);
    spans.set(JSON.parse(text.slice(at, nameEnd)) as string, [valueStart, end]);
    at = skipComma(text, end);
  }
  return spans;
}

function skipComma(text: string, at: number): number {
  const next = skipSpace(text, at);
  return text[next] === ',' ? skipSpace(text, next + 1) : next;
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
