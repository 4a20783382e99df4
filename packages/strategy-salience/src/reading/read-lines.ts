import { findBinaryText, parseGapMarker } from '@palimpsest/core-types';
import {
  createProseLines,
  findLineBody,
  isRoutineSentence,
  type ProseLine,
  type Span,
} from '@palimpsest/engine/text';
import { isTooLong, pieceEnds, pieceLength, sentenceEnds } from './cut-line.ts';
import type { ParseBuilder } from './parse-builder.ts';
import {
  CONTINUES,
  lineStandingFor,
  NO_LINE,
  NUMBERED,
  ROUTINE,
  SENTENCE,
  TRIVIAL,
} from './parsed-text.ts';
import { createTrivialLines, type TrivialLines } from './trivial-lines.ts';

/** A line up to this length is a bracket, such as `},`, or blank. */
const MAX_BRACKET_LENGTH = 2;
/** A shorter line is not scored as a whole. In characters. */
const LINE_MIN_LENGTH = 20;
/** A list item or bold line with a label, such as `- **Cabin:** Economy`. */
const LABELLED_ITEM = /^(?:[-*•]|\d+[.)]|\*\*).*:(?:\*\*)?\s*\S/;
/** A longer item with a label is a sentence. In characters. */
const MAX_FIELD_LENGTH = 60;
/** A line up to this length is never split. */
const SHORT_LINE = 96;
const ELLIPSIS = 0x2026;
const HASH = 0x23;
const SPACE = 0x20;
const TAB = 0x09;
const RETURN = 0x0d;
/** Maximum length of a gap marker with its legend and with escapes. */
const MAX_MARKER_LENGTH = 160;

/** Adds the lines of a text, long ones in pieces. */
export function readLines(builder: ParseBuilder): void {
  const { source } = builder;
  const proseOf = createProseLines();
  const trivial = createTrivialLines(builder);
  for (let from = 0; from <= source.length;) {
    const found = source.indexOf('\n', from);
    const to = found < 0 ? source.length : found;
    const prose = builder.isProse ? proseOf(source.slice(from, to)) : undefined;
    readLine(builder, trivial, { start: from, end: to }, prose);
    from = to + 1;
    // A final line break does not start another line.
    if (from >= source.length) break;
  }
  trivial.flush(true);
}

/** A line without surrounding blanks, its number included. */
interface Content extends Span {
  /** Where its words begin, after the number. */
  readonly body: number;
  /** `NUMBERED`, or no flag. */
  readonly shape: number;
}

function readLine(
  builder: ParseBuilder,
  trivial: TrivialLines,
  line: Span,
  prose: ProseLine,
): void {
  const { source } = builder;
  const end = trimmedEnd(source, line.start, line.end);
  const { start, body: afterNumber, isNumbered } = findLineBody(source, line.start, line.end);
  // Blanks after a number do not belong to the unit.
  const body = Math.min(afterNumber, end);
  const content: Content = { start, body, end, shape: isNumbered ? NUMBERED : 0 };
  const gap = gapOf(source, body, end);
  const shape = TRIVIAL | content.shape;
  if (gap !== undefined) {
    const lines = Math.max(1, gap);
    trivial.takeGap({ start, end, wordsFrom: end, line: lineStandingFor(lines), shape }, lines);
  } else if (end - body <= MAX_BRACKET_LENGTH) {
    trivial.takeLine({ start, end, wordsFrom: body, line: NO_LINE, shape });
  } else {
    trivial.flush(false);
    if (prose === undefined) addData(builder, content);
    else addProse(builder, content, prose === 'own');
  }
}

/** Adds a line of prose by its sentences. */
function addProse(
  builder: ParseBuilder,
  { start, body, end, shape }: Content,
  isOwn: boolean,
): void {
  const { source } = builder;
  let from = start;
  for (const to of sentenceEnds(source, start, end)) {
    const wordsFrom = Math.max(from, Math.min(body, to));
    const wordsEnd = trimmedEnd(source, wordsFrom, to);
    const line = lineId(builder, wordsFrom, wordsEnd);
    const position = from > start ? CONTINUES : shape;
    const isScored = isOwn && line !== NO_LINE;
    const routine = isScored && isRoutine(source.slice(wordsFrom, wordsEnd)) ? ROUTINE : 0;
    const kind = isOwn ? SENTENCE | routine : 0;
    builder.add({ start: from, end: to, wordsFrom, line, shape: position | kind });
    from = to;
  }
}

/** Adds a line of data; a long one in pieces, which are scored by their terms alone. */
function addData(builder: ParseBuilder, { start, body, end, shape }: Content): void {
  const { source } = builder;
  const length = end - start > SHORT_LINE ? pieceLength(source, start, end) : SHORT_LINE;
  if (!isTooLong(end - start, length)) {
    builder.add({ start, end, wordsFrom: body, line: lineId(builder, body, end), shape });
    return;
  }
  let from = start;
  for (const { end: to, isBinary } of piecesOf(source, start, end, length)) {
    const wordsFrom = isBinary ? to : Math.max(from, Math.min(body, to));
    const position = from > start ? CONTINUES : shape;
    builder.add({ start: from, end: to, wordsFrom, line: NO_LINE, shape: position });
    from = to;
  }
}

/** Yields the pieces of a long line. A run of base64 is one piece, without terms: half of it is useless. */
function* piecesOf(
  source: string,
  start: number,
  end: number,
  length: number,
): Generator<{ readonly end: number; readonly isBinary: boolean }> {
  let from = start;
  function* textUntil(until: number): Generator<{ end: number; isBinary: boolean }> {
    if (until <= from) return;
    for (const to of pieceEnds(source, from, until, length)) yield { end: to, isBinary: false };
  }
  for (const run of findBinaryText(source.slice(start, end))) {
    yield* textUntil(start + run.start);
    from = start + run.end;
    yield { end: from, isBinary: true };
  }
  yield* textUntil(end);
}

/** Returns the id of a line by its content; `NO_LINE` for a line that is too short to be scored as a whole. */
function lineId({ source, vocabulary }: ParseBuilder, start: number, end: number): number {
  return end - start < LINE_MIN_LENGTH ? NO_LINE : vocabulary.line(source.slice(start, end));
}

/** Returns how many lines a gap marker represents; `undefined` for any other line. */
function gapOf(source: string, start: number, end: number): number | undefined {
  if (end - start > MAX_MARKER_LENGTH) return undefined;
  const first = source.charCodeAt(start);
  return first === ELLIPSIS || first === HASH
    ? parseGapMarker(source.slice(start, end))
    : undefined;
}

/** Returns where the trailing blanks of a line start. */
function trimmedEnd(source: string, start: number, end: number): number {
  let at = end;
  while (at > start && BLANKS.has(source.charCodeAt(at - 1))) at -= 1;
  return at;
}

const BLANKS: ReadonlySet<number> = new Set([SPACE, TAB, RETURN]);

/** Returns whether a sentence is worth no more than its terms: a routine sentence, or a short field of a list. */
function isRoutine(sentence: string): boolean {
  return (
    isRoutineSentence(sentence) ||
    (sentence.length < MAX_FIELD_LENGTH && LABELLED_ITEM.test(sentence))
  );
}
