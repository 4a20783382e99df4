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

function readLine(
  builder: ParseBuilder,
  trivial: TrivialLines,
  line: Span,
  prose: ProseLine,
): void {
  const { source } = builder;
  const end = trimmedEnd(source, line.start, line.end);
  const place = findLineBody(source, line.start, line.end);
  const { start } = place;
  // Blanks after a number do not belong to the unit.
  const body = Math.min(place.body, end);
  const number = place.isNumbered ? NUMBERED : 0;
  const gap = gapOf(source, body, end);
  if (gap !== undefined || end - body <= 2) {
    const lines = Math.max(1, gap ?? 1);
    const content = gap === undefined ? { body, line: -1 } : { body: end, line: -1 - lines };
    trivial.take({ start, end, ...content, shape: TRIVIAL | number }, line, lines);
    return;
  }
  trivial.flush(false);
  if (prose !== undefined) {
    let from = start;
    for (const to of sentenceEnds(source, start, end)) {
      const words = Math.max(from, Math.min(body, to));
      const last = trimmedEnd(source, words, to);
      const id = lineId(builder, words, last);
      const routine = id >= 0 && isRoutine(source.slice(words, last)) ? ROUTINE : 0;
      const shape =
        (prose === 'own' ? SENTENCE | routine : 0) | (from > start ? CONTINUES : number);
      builder.add({ start: from, end: to, body: words, line: id, shape });
      from = to;
    }
    return;
  }
  const piece = end - start > SHORT_LINE ? pieceLength(source, start, end) : SHORT_LINE;
  if (!isTooLong(end - start, piece)) {
    const id = lineId(builder, body, end);
    builder.add({ start, end, body, line: id, shape: number });
    return;
  }
  let from = start;
  const add = (to: number, isBinary: boolean): void => {
    const shape = from > start ? CONTINUES : number;
    const words = isBinary ? to : Math.max(from, Math.min(body, to));
    builder.add({ start: from, end: to, body: words, line: -1, shape });
    from = to;
  };
  const addPieces = (until: number): void => {
    if (until <= from) return;
    for (const to of pieceEnds(source, from, until, piece)) add(to, false);
  };
  // A run of base64 is one piece without terms: half of it is useless.
  for (const run of findBinaryText(source.slice(start, end))) {
    addPieces(start + run.start);
    add(start + run.end, true);
  }
  addPieces(end);
}

/** Returns the id of a line by its content; -1 for a line that is too short to be scored as a whole. */
function lineId({ source, vocabulary }: ParseBuilder, start: number, end: number): number {
  return end - start < LINE_MIN_LENGTH ? -1 : vocabulary.line(source.slice(start, end));
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
    isRoutineSentence(sentence) || (sentence.length < MAX_FIELD_LENGTH && FIELD.test(sentence))
  );
}
