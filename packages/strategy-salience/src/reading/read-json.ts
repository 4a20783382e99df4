import type { Span } from '@palimpsest/text';
import { gapCount, gapItem, isGapKey, keyEnd, plainValueEnd, skipSpace } from './json-tokens.ts';
import type { ParseBuilder } from './parse-builder.ts';
import {
  ARRAY,
  FORM,
  FRAME_SIZE,
  KEY,
  KEY_END,
  KEY_START,
  OBJECT,
  PARENT,
  SIZE,
  STRING,
  TRIVIAL,
} from './parsed-text.ts';
import { lineId, readLines } from './read-lines.ts';

/** Deeper containers are kept or omitted as one unit. */
const MAX_DEPTH = 100;
/** A record or list of at most this many characters is one unit. */
export const SMALL_GROUP = 64;

const COMMA = 0x2c;
const MAX_MEMBERS = 0x7f_ff_ff_ff;

/** A container that is open during parsing. */
interface Open {
  readonly frame: number;
  readonly isObject: boolean;
  /** Whether its key is the name of a gap marker. */
  readonly isGap: boolean;
  readonly start: number;
  /** Builder lengths when it was opened, for small containers that become one unit. */
  readonly units: number;
  readonly terms: number;
  readonly frames: number;
  members: number;
}

/**
 * Parses a JSON text of an object or a list: each plain member is a unit, each long string a frame of lines. Returns whether the text was
 * JSON; if not, the builder holds a part of it.
 */
export function readJson(builder: ParseBuilder): boolean {
  const { source } = builder;
  const stack: Open[] = [];
  let at = skipSpace(source, 0);
  if (source[at] !== '{' && source[at] !== '[') return false;
  let key: Span = { start: at, end: at };
  /** Reads the key of the next value, an empty one in a list. Returns whether the value follows. */
  const readKey = (isObject: boolean): boolean => {
    const end = isObject ? keyEnd(source, at) : at;
    if (end === undefined) return false;
    key = { start: at, end };
    at = skipSpace(source, end);
    return true;
  };
  for (;;) {
    // A value starts here.
    const first = source.charCodeAt(at);
    const top = stack.at(-1);
    if (first === 0x7b || first === 0x5b) {
      const isObject = first === 0x7b;
      stack.push(openContainer(builder, at, key, isObject, top?.frame ?? -1));
      at = skipSpace(source, at + 1);
      const next = source.charCodeAt(at);
      if (next !== 0x7d && next !== 0x5d) {
        if (!readKey(isObject)) return false;
        continue;
      }
    } else {
      const end = plainValueEnd(source, at);
      if (end === undefined || top === undefined) return false;
      const members = addValue(builder, key, { start: at, end }, top.frame);
      top.members = Math.min(top.members + members, MAX_MEMBERS);
      at = end;
    }
    // A value has ended: close containers, or continue with the next value.
    for (;;) {
      const inner = stack.at(-1);
      if (inner === undefined) return skipSpace(source, at) === source.length;
      at = skipSpace(source, at);
      const code = source.charCodeAt(at);
      if (code === COMMA) {
        at = skipSpace(source, at + 1);
        if (!readKey(inner.isObject)) return false;
        break;
      }
      if (code !== (inner.isObject ? 0x7d : 0x5d)) return false;
      at += 1;
      stack.pop();
      closeContainer(builder, inner, at, stack.length);
      const outer = stack.at(-1);
      if (outer !== undefined) outer.members += 1;
    }
  }
}

function openContainer(
  builder: ParseBuilder,
  at: number,
  key: Span,
  isObject: boolean,
  parent: number,
): Open {
  const hasKey = key.end > key.start;
  const opened = {
    frame: builder.frames.length / FRAME_SIZE,
    isObject,
    isGap: hasKey && isGapKey(builder.source, key.start),
    start: hasKey ? key.start : at,
    units: builder.units.length,
    terms: builder.terms.length,
    frames: builder.frames.length,
    members: 0,
  };
  addFrame(builder, parent, key, isObject ? OBJECT : ARRAY);
  if (hasKey && !opened.isGap) addKey(builder, key, opened.frame);
  return opened;
}

/** Closes a container that ends before `end`, at a depth. */
function closeContainer(builder: ParseBuilder, opened: Open, end: number, depth: number): void {
  const { start } = opened;
  const isLarge = end - start > SMALL_GROUP && opened.members > 0;
  // Content below the maximum depth is joined once, by the container at that depth.
  if (!opened.isGap && depth !== MAX_DEPTH && (depth === 0 || isLarge)) {
    builder.frames.values[opened.frames + SIZE] = opened.members;
    return;
  }
  const frame = builder.frames.values[opened.frames + PARENT]!;
  if (opened.isGap) {
    builder.units.length = opened.units;
    builder.terms.length = opened.terms;
    addGap(builder, { start, end }, frame, 1);
  } else builder.join({ start, end, body: end, line: -1, shape: 0, frame }, opened);
  builder.frames.length = opened.frames;
}

/** A longer string is kept by lines. */
const LONG_STRING = 160;
/** A string with several lines is kept by lines from this length on. */
const SHORT_LINES = 60;
const QUOTE = 0x22;

const DIGIT = /\d/;

/** Adds a key as a unit if it names something, as in a table of accounts by id. */
function addKey(builder: ParseBuilder, key: Span, frame: number): void {
  if (!DIGIT.test(builder.source.slice(key.start, key.end))) return;
  builder.add({ ...key, body: key.start, line: -1, shape: KEY, frame });
}

function addFrame(builder: ParseBuilder, parent: number, key: Span, form: number): void {
  const at = builder.frames.length;
  builder.frames.extend(FRAME_SIZE);
  const { values } = builder.frames;
  values[at + SIZE] = 0;
  values[at + PARENT] = parent;
  values[at + KEY_START] = key.start;
  values[at + KEY_END] = key.end;
  values[at + FORM] = form;
}

/** Adds a member named like a gap marker. It is never selected; a gap count includes it. */
function addGap(builder: ParseBuilder, { start, end }: Span, frame: number, count: number): void {
  builder.add({ start, end, body: end, line: -1 - count, shape: TRIVIAL, frame });
}

/**
 * Adds a value and returns how many members it represents: more than one for an earlier gap marker. A member with the marker's name and
 * another value is treated as a marker, so that the count of omissions never repeats a name.
 */
function addValue(builder: ParseBuilder, key: Span, { start, end }: Span, frame: number): number {
  const { source } = builder;
  const hasKey = key.end > key.start;
  const from = hasKey ? key.start : start;
  const count = countOfGap(source, key, start, end);
  if (count === 0) return 0;
  if (count !== undefined) {
    addGap(builder, { start: from, end }, frame, count);
    return count;
  }
  const isString = source.charCodeAt(start) === QUOTE;
  const inside = { start: start + 1, end: end - 1 };
  if (!isString || !isKeptByLines(source, inside)) {
    const line = isString ? lineOfString(builder, inside) : -1;
    // Only the value counts: keys are equal in every record.
    builder.add({ start: from, end, body: start, line, shape: 0, frame });
    return 1;
  }
  const number = builder.frames.length / FRAME_SIZE;
  addFrame(builder, frame, key, STRING);
  const lines = readLines(builder, { ...inside, frame: number });
  builder.frames.values[number * FRAME_SIZE + SIZE] = lines;
  return 1;
}

/** Returns how many members an earlier gap marker represents; `undefined` for any other value. */
function countOfGap(source: string, key: Span, start: number, end: number): number | undefined {
  if (key.end === key.start) return gapItem(source, start, end);
  return isGapKey(source, key.start) ? gapCount(source, start, end) : undefined;
}

function isKeptByLines(source: string, inside: Span): boolean {
  const length = inside.end - inside.start;
  return length > LONG_STRING || (length > SHORT_LINES && hasLines(source, inside));
}

function hasLines(source: string, { start, end }: Span): boolean {
  return source.slice(start, end).includes('\\n');
}

/** Returns the line id of a one-line string, which can recur like a line of text. */
function lineOfString(builder: ParseBuilder, inside: Span): number {
  return hasLines(builder.source, inside) ? -1 : lineId(builder, inside.start, inside.end, true);
}
