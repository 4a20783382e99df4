import { findBinaryText, parseGapMarker } from '@palimpsest/core-types';
import { createProseLines, isRoutineSentence, type ProseLine } from '@palimpsest/text';
import { escapeLength } from '../words/scan-terms.ts';
import { isTooLong, pieceEnds, pieceLength, sentenceEnds } from './cut-line.ts';
import type { ParseBuilder } from './parse-builder.ts';
import { findLineBody } from './line-body.ts';
import { CONTINUES, NUMBERED, ROUTINE, SENTENCE, TRIVIAL } from './parsed-text.ts';
import { createTrivialLines, type TrivialLines } from './trivial-lines.ts';

/** A shorter line is not scored as a whole. In UTF-16 units. */
const LINE_MIN_LENGTH = 20;
/** A list item or bold line with a label, such as `- **Cabin:** Economy`. */
const FIELD = /^(?:[-*•]|\d+[.)]|\*\*).*:(?:\*\*)?\s*\S/;
/** A longer item with a label is a sentence. In UTF-16 units. */
const MAX_FIELD_LENGTH = 60;
/** A line up to this length is never split. */
const SHORT_LINE = 96;
const ELLIPSIS = 0x2026;
const BACKSLASH = 0x5c;
const HASH = 0x23;
const SPACE = 0x20;
const TAB = 0x09;
const RETURN = 0x0d;
const SMALL_N = 0x6e;
const SMALL_R = 0x72;
const SMALL_T = 0x74;
/** Maximum length of a gap marker with its legend and with escapes. */
const MAX_MARKER_LENGTH = 160;

interface Lines {
  readonly start: number;
  readonly end: number;
  /** Of the inside of a JSON string, its frame; its lines end at `\n`, two characters. -1 for plain text. */
  readonly frame: number;
}

/** Adds the lines of a span, long ones in pieces. Returns the number of lines. */
export function readLines(builder: ParseBuilder, { start, end, frame }: Lines): number {
  const { source } = builder;
  const escaped = frame >= 0;
  const breakLength = escaped ? 2 : 1;
  const proseOf = createProseLines();
  const trivial = createTrivialLines(builder);
  let count = 0;
  for (let from = start; from <= end;) {
    const found = escaped ? nextEscapedBreak(source, from, end) : source.indexOf('\n', from);
    const to = found < 0 || found > end ? end : found;
    const prose = builder.isProse ? proseOf(source.slice(from, to)) : undefined;
    readLine(builder, trivial, { start: from, end: to, frame }, prose);
    count += 1;
    from = to + breakLength;
    // A final line break does not start another line.
    if (to === end || from === end) break;
  }
  trivial.flush(true);
  return count;
}

function readLine(
  builder: ParseBuilder,
  trivial: TrivialLines,
  line: Lines,
  prose: ProseLine,
): void {
  const { source } = builder;
  const { frame } = line;
  const escaped = frame >= 0;
  const end = trimmedEnd(source, line.start, line.end, escaped);
  const place = escaped
    ? { start: line.start, body: escapedBody(source, line.start, end), isNumbered: false }
    : findLineBody(source, line.start, line.end);
  const { start } = place;
  // Blanks after a number do not belong to the unit.
  const body = Math.min(place.body, end);
  const number = place.isNumbered ? NUMBERED : 0;
  const gap = gapOf(source, body, end, escaped);
  if (gap !== undefined || end - body <= 2) {
    const lines = Math.max(1, gap ?? 1);
    const content = gap === undefined ? { body, line: -1 } : { body: end, line: -1 - lines };
    trivial.take({ start, end, ...content, shape: TRIVIAL | number, frame }, line, lines);
    return;
  }
  trivial.flush(false);
  if (prose !== undefined) {
    let from = start;
    for (const to of sentenceEnds(source, start, end, escaped)) {
      const words = Math.max(from, Math.min(body, to));
      const last = trimmedEnd(source, words, to, escaped);
      const id = lineId(builder, words, last, escaped);
      const routine = id >= 0 && isRoutine(source.slice(words, last)) ? ROUTINE : 0;
      const shape =
        (prose === 'own' ? SENTENCE | routine : 0) | (from > start ? CONTINUES : number);
      builder.add({ start: from, end: to, body: words, line: id, shape, frame });
      from = to;
    }
    return;
  }
  const piece = end - start > SHORT_LINE ? pieceLength(source, start, end) : SHORT_LINE;
  if (!isTooLong(end - start, piece)) {
    const id = lineId(builder, body, end, escaped);
    builder.add({ start, end, body, line: id, shape: number, frame });
    return;
  }
  let from = start;
  const add = (to: number, isBinary: boolean): void => {
    const shape = from > start ? CONTINUES : number;
    const words = isBinary ? to : Math.max(from, Math.min(body, to));
    builder.add({ start: from, end: to, body: words, line: -1, shape, frame });
    from = to;
  };
  const addPieces = (until: number): void => {
    if (until <= from) return;
    for (const to of pieceEnds(source, from, until, piece, escaped)) add(to, false);
  };
  // A run of base64 is one piece without terms: half of it is useless.
  for (const run of findBinaryText(source.slice(start, end))) {
    addPieces(start + run.start);
    add(start + run.end, true);
  }
  addPieces(end);
}

/** Returns the id of a line by its content; -1 for a line that is too short to be scored as a whole. */
export function lineId(
  { source, vocabulary }: ParseBuilder,
  start: number,
  end: number,
  escaped: boolean,
): number {
  if (end - start < LINE_MIN_LENGTH) return -1;
  if (!escaped) return vocabulary.line(source, start, end);
  const text = lineText(source, start, end, escaped);
  return vocabulary.line(text, 0, text.length);
}

/** Returns the content of a line, equal for a text and a JSON string. */
function lineText(source: string, start: number, end: number, escaped: boolean): string {
  const text = source.slice(start, end);
  return escaped && text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;
}

/** Returns how many lines a gap marker represents; `undefined` for any other line. */
function gapOf(source: string, start: number, end: number, escaped: boolean): number | undefined {
  if (end - start > MAX_MARKER_LENGTH) return undefined;
  const first = source.charCodeAt(start);
  if (first !== ELLIPSIS && first !== HASH && (!escaped || first !== BACKSLASH)) return undefined;
  return parseGapMarker(lineText(source, start, end, escaped));
}

/** Returns where the trailing blanks of a line start. */
function trimmedEnd(source: string, start: number, end: number, escaped: boolean): number {
  let at = end;
  while (at > start) {
    const unit = source.charCodeAt(at - 1);
    if (unit === SPACE || (!escaped && (unit === TAB || unit === RETURN))) at -= 1;
    else if (escaped && (unit === SMALL_T || unit === SMALL_R) && isEscaped(source, start, at - 1))
      at -= 2;
    else break;
  }
  return at;
}

/** Returns whether the preceding backslashes escape a character. */
function isEscaped(source: string, start: number, at: number): boolean {
  let from = at;
  while (from > start && source.charCodeAt(from - 1) === BACKSLASH) from -= 1;
  return (at - from) % 2 === 1;
}

/** Returns the position after blanks and escaped tabs. */
function escapedBody(source: string, start: number, end: number): number {
  let at = start;
  for (;;) {
    if (at < end && source.charCodeAt(at) === SPACE) at += 1;
    else if (source.startsWith('\\t', at) && at + 2 <= end) at += 2;
    else return at;
  }
}

/** Returns the index of the next escaped line break; -1 if there is none. */
function nextEscapedBreak(source: string, start: number, end: number): number {
  let at = start;
  while (at < end) {
    if (source.charCodeAt(at) !== BACKSLASH) at += 1;
    else if (source.charCodeAt(at + 1) === SMALL_N) return at;
    else at += escapeLength(source, at);
  }
  return -1;
}

/** Returns whether a sentence is worth no more than its terms: a routine sentence, or a short field of a list. */
function isRoutine(sentence: string): boolean {
  return (
    isRoutineSentence(sentence) || (sentence.length < MAX_FIELD_LENGTH && FIELD.test(sentence))
  );
}
