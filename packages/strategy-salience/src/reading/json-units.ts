import type { Span } from '@palimpsest/text';
import type { ParseBuilder } from './parse-builder.ts';
import { gapCount, gapItem, isGapKey } from './json-markers.ts';
import { lineId, readLines } from './read-lines.ts';
import {
  FORM,
  FRAME_SIZE,
  KEY,
  KEY_END,
  KEY_START,
  PARENT,
  SIZE,
  STRING,
  TRIVIAL,
} from './parsed-text.ts';

/** A longer string is kept by lines. */
const LONG_STRING = 160;
/** A string with several lines is kept by lines from this length on. */
const SHORT_LINES = 60;
const QUOTE = 0x22;

const DIGIT = /\d/;

/** Adds a key as a unit if it names something, as in a table of accounts by id. */
export function addKey(builder: ParseBuilder, key: Span, frame: number): void {
  if (!DIGIT.test(builder.source.slice(key.start, key.end))) return;
  builder.add({ ...key, body: key.start, line: -1, shape: KEY, frame });
}

export function addFrame(builder: ParseBuilder, parent: number, key: Span, form: number): void {
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
export function addGap(
  builder: ParseBuilder,
  { start, end }: Span,
  frame: number,
  count: number,
): void {
  builder.add({ start, end, body: end, line: -1 - count, shape: TRIVIAL, frame });
}

/**
 * Adds a value and returns how many members it represents: more than one for an earlier gap marker. A member with the marker's name and
 * another value is treated as a marker, so that the count of omissions never repeats a name.
 */
export function addValue(
  builder: ParseBuilder,
  key: Span,
  { start, end }: Span,
  frame: number,
): number {
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
