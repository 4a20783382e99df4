import type { ParseBuilder, UnitSpan } from './parse-builder.ts';
import { gapCount, gapItem, isGapKey } from './json-marks.ts';
import { LINE_MIN_LENGTH, numberOfLine, readLines } from './read-lines.ts';
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

export interface Span {
  readonly start: number;
  readonly end: number;
}

const DIGIT = /\d/;

/** Adds a key as a unit if it names something, as in a table of accounts by id. */
export function addKey(draft: ParseBuilder, source: string, key: Span, frame: number): void {
  if (!DIGIT.test(source.slice(key.start, key.end))) return;
  const span = { ...key, body: key.start, line: -1, shape: KEY, frame, escaped: true };
  draft.add(source, span);
}

export function addFrame(
  draft: ParseBuilder,
  { parent, key, form }: { parent: number; key: Span; form: number },
): void {
  const at = draft.frames.length;
  draft.frames.extend(FRAME_SIZE);
  draft.frames.values[at + SIZE] = 0;
  draft.frames.values[at + PARENT] = parent;
  draft.frames.values[at + KEY_START] = key.start;
  draft.frames.values[at + KEY_END] = key.end;
  draft.frames.values[at + FORM] = form;
}

/** Returns the span of a member with key and value. Only the value counts: keys are equal in every record. */
export function memberSpan(span: Pick<UnitSpan, 'start' | 'end' | 'body' | 'frame'>): UnitSpan {
  return { ...span, line: -1, shape: 0, escaped: true };
}

/** Adds a member named like a gap marker. It is never selected; a gap count includes it. */
export function addGap(
  draft: ParseBuilder,
  source: string,
  { start, end, frame, count }: Span & { frame: number; count: number },
): void {
  const span = { start, end, body: end, line: -1 - count, shape: TRIVIAL, frame, escaped: true };
  draft.add(source, span);
}

/**
 * Adds a value and returns how many members it represents: more than one for an earlier gap marker. A member with the marker's name and
 * another value is treated as a marker, so that the count of omissions never repeats a name.
 */
export function addValue(
  draft: ParseBuilder,
  source: string,
  { key, start, end, frame }: Span & { key: Span; frame: number },
): number {
  const hasKey = key.end > key.start;
  const from = hasKey ? key.start : start;
  const count = hasKey
    ? isGapKey(source, key.start)
      ? gapCount(source, start, end)
      : undefined
    : gapItem(source, start, end);
  if (count === 0) return 0;
  if (count !== undefined) {
    addGap(draft, source, { start: from, end, frame, count });
    return count;
  }
  const isString = source.charCodeAt(start) === QUOTE;
  const inside = { start: start + 1, end: end - 1 };
  if (!isString || !isKeptByLines(source, inside)) {
    const line = isString ? lineOfString(draft, source, inside) : -1;
    draft.add(source, { ...memberSpan({ start: from, end, body: start, frame }), line });
    return 1;
  }
  const number = draft.frames.length / FRAME_SIZE;
  addFrame(draft, { parent: frame, key, form: STRING });
  const lines = readLines(draft, source, { ...inside, frame: number, escaped: true });
  draft.frames.values[number * FRAME_SIZE + SIZE] = lines;
  return 1;
}

function isKeptByLines(source: string, { start, end }: Span): boolean {
  const length = end - start;
  return length > LONG_STRING || (length > SHORT_LINES && hasLines(source, { start, end }));
}

function hasLines(source: string, { start, end }: Span): boolean {
  return source.slice(start, end).includes('\\n');
}

/** Returns the line id of a one-line string, which can recur like a line of text. */
function lineOfString(draft: ParseBuilder, source: string, { start, end }: Span): number {
  if (end - start < LINE_MIN_LENGTH || hasLines(source, { start, end })) return -1;
  return numberOfLine(draft, source, { start, end, escaped: true });
}
