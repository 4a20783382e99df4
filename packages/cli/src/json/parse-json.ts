import { printable } from '../terminal/printable.ts';

/** A parsed value, or where and why a text is not JSON. */
export interface ParsedJson {
  readonly value?: unknown;
  readonly problem?: PlacedProblem;
}

interface PlacedProblem {
  /** Counted from 1 in the parsed text. */
  readonly line: number;
  /** Counted from 1, in UTF-16 units. */
  readonly column: number;
  /** What was expected and what was found, without a full stop. */
  readonly reason: string;
}

/** Parses JSON. A scan finds the place of an error, because each JavaScript engine reports it differently. */
export function parseJson(text: string): ParsedJson {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { problem: findProblem(text, error) };
  }
}

function findProblem(text: string, cause: unknown): PlacedProblem {
  try {
    const end = skipSpace(text, skipValue(text, skipSpace(text, 0)));
    if (end < text.length) throw new JsonProblem(end, 'nothing more');
  } catch (problem) {
    if (problem instanceof JsonProblem) return placeProblem(text, problem);
  }
  return { line: 1, column: 1, reason: printable(String(cause), 120) };
}

function placeProblem(text: string, { offset, message }: JsonProblem): PlacedProblem {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', start)) {
    line += 1;
    start = at + 1;
  }
  const found = offset >= text.length ? 'the end of the text' : nameCharacter(text, offset);
  const reason = `this is not JSON: expected ${message}, got ${found}`;
  return { line, column: offset - start + 1, reason };
}

function nameCharacter(text: string, offset: number): string {
  const code = text.codePointAt(offset)!;
  const character = printable(String.fromCodePoint(code), 2);
  return character === '' ? `U+${code.toString(16).toUpperCase().padStart(4, '0')}` : character;
}

/** The offset at which a text stops being JSON, with what was expected there. */
class JsonProblem extends Error {
  override readonly name: string = 'JsonProblem';
  readonly offset: number;

  constructor(offset: number, expected: string) {
    super(expected);
    this.offset = offset;
  }
}

const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;

/** Returns the offset of the next character that is not white space. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break;
  }
  return at;
}

/**
 * Returns the offset after the value that starts at `from`. One pass, for any depth.
 *
 * @throws {JsonProblem}
 */
export function skipValue(text: string, from: number): number {
  /** Whether each open container is an object. */
  const openContainers: boolean[] = [];
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      const isObject = code === OPEN_OBJECT;
      const first = skipSpace(text, at + 1);
      if (text.charCodeAt(first) !== (isObject ? CLOSE_OBJECT : CLOSE_ARRAY)) {
        openContainers.push(isObject);
        at = isObject ? skipKey(text, first, 'a property name in double quotes or }') : first;
        continue;
      }
      at = first + 1;
    } else {
      at = code === QUOTE ? skipString(text, at) : skipScalar(text, at);
    }
    for (;;) {
      const isObject = openContainers.at(-1);
      if (isObject === undefined) return at;
      at = skipSpace(text, at);
      const next = text.charCodeAt(at);
      if (next === COMMA) {
        at = skipSpace(text, at + 1);
        if (isObject) at = skipKey(text, at, 'a property name in double quotes');
        break;
      }
      if (next !== (isObject ? CLOSE_OBJECT : CLOSE_ARRAY)) {
        throw new JsonProblem(at, isObject ? 'a comma or }' : 'a comma or ]');
      }
      openContainers.pop();
      at += 1;
    }
  }
}

/** Returns the offset of the value after a property name, its colon and white space. */
export function skipKey(text: string, from: number, expected: string): number {
  if (text.charCodeAt(from) !== QUOTE) throw new JsonProblem(from, expected);
  const colon = skipSpace(text, skipString(text, from));
  if (text.charCodeAt(colon) !== COLON) throw new JsonProblem(colon, 'a colon');
  return skipSpace(text, colon + 1);
}

/** Returns the offset after the string that starts at `from`. */
export function skipString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code < 0x20) {
      throw new JsonProblem(at, 'an escape such as \\n instead of a control character');
    }
    if (code !== BACKSLASH) continue;
    at += 1;
    const escape = text.charAt(at);
    if (escape === 'u' && /^[\da-f]{4}$/i.test(text.slice(at + 1, at + 5))) at += 4;
    else if (escape !== '' && !'"\\/bfnrt'.includes(escape)) {
      throw new JsonProblem(at - 1, 'one of the escapes of JSON');
    }
  }
  throw new JsonProblem(text.length, 'the end of a string');
}

const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

function skipScalar(text: string, from: number): number {
  SCALAR.lastIndex = from;
  if (SCALAR.test(text)) return SCALAR.lastIndex;
  throw new JsonProblem(from, 'a value');
}
