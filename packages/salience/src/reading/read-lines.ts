import { parseGapMarker } from '@palimpsest/core-types';
import { escapeLength } from '../words/escape-length.ts';
import { isTooLong, pieceEnds, pieceLength } from './cut-line.ts';
import type { Draft } from './draft.ts';
import { lineBody } from './line-body.ts';
import { CONTINUES, GOES_ON, NUMBERED, TRIVIAL } from './reading.ts';

/** Shorter lines say too little to be needed as a whole, in UTF-16 units. */
const LINE_MIN_LENGTH = 20;
/** No line of up to this many is ever cut. */
const SHORT_LINE = 96;
const ELLIPSIS = 0x2026;
const BACKSLASH = 0x5c;
const SMALL_N = 0x6e;

export interface Lines {
  readonly start: number;
  readonly end: number;
  readonly frame: number;
  /** The span is the inside of a JSON string: its lines end at `\n`, two characters. */
  readonly escaped: boolean;
}

/** Adds the lines of a span, long ones in pieces. Answers how many lines there were. */
export function readLines(draft: Draft, source: string, lines: Lines): number {
  const { start, end, escaped } = lines;
  const lineBreak = escaped ? '\\n' : '\n';
  let count = 0;
  for (let from = start; from <= end;) {
    const found = escaped ? nextEscapedBreak(source, from, end) : source.indexOf(lineBreak, from);
    const to = found < 0 || found > end ? end : found;
    readLine(draft, source, { ...lines, start: from, end: to });
    count += 1;
    from = to + lineBreak.length;
    if (to === end) break;
  }
  return count;
}

function readLine(draft: Draft, source: string, line: Lines): void {
  const { escaped, frame } = line;
  const end = trimmedEnd(source, line);
  const place = escaped
    ? { start: line.start, body: escapedBody(source, line.start, end), isNumbered: false }
    : lineBody(source, line.start, end);
  const { start, body } = place;
  const number = place.isNumbered ? NUMBERED : 0;
  if (end - body <= 2) {
    draft.add(source, { start, end, body, line: -1, shape: TRIVIAL | number, frame, escaped });
    return;
  }
  const gap =
    source.charCodeAt(body) === ELLIPSIS ? parseGapMarker(source.slice(body, end)) : undefined;
  if (gap !== undefined) {
    const span = {
      start,
      end,
      body: end,
      line: -1 - Math.max(1, gap),
      shape: TRIVIAL,
      frame,
      escaped,
    };
    draft.add(source, span);
    return;
  }
  const piece = end - start > SHORT_LINE ? pieceLength(source, start, end) : SHORT_LINE;
  if (!isTooLong(end - start, piece)) {
    const known =
      end - body < LINE_MIN_LENGTH
        ? -1
        : draft.vocabulary.line(lineText(source, body, end, escaped));
    draft.add(source, { start, end, body, line: known, shape: number, frame, escaped });
    return;
  }
  let from = start;
  for (const to of pieceEnds(source, start, end, { length: piece, escaped })) {
    const shape = (from > start ? CONTINUES : number) | (to < end ? GOES_ON : 0);
    const words = Math.max(from, Math.min(body, to));
    draft.add(source, { start: from, end: to, body: words, line: -1, shape, frame, escaped });
    from = to;
  }
}

/** What the line says, the same whether it was found in a text or in a JSON string. */
function lineText(source: string, start: number, end: number, escaped: boolean): string {
  const text = source.slice(start, end);
  return escaped && text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;
}

function trimmedEnd(source: string, { start, end, escaped }: Lines): number {
  let at = end;
  while (at > start && isBlank(source.charCodeAt(at - 1), escaped)) at -= 1;
  return at;
}

function isBlank(unit: number, escaped: boolean): boolean {
  return unit === 0x20 || (!escaped && (unit === 0x09 || unit === 0x0d));
}

/** Behind blanks and escaped tabs. */
function escapedBody(source: string, start: number, end: number): number {
  let at = start;
  for (;;) {
    if (source.charCodeAt(at) === 0x20 && at < end) at += 1;
    else if (source.startsWith('\\t', at) && at + 2 <= end) at += 2;
    else return at;
  }
}

/** Index of the next `\n`, read escape by escape; -1 where there is none. */
function nextEscapedBreak(source: string, start: number, end: number): number {
  let at = start;
  while (at < end) {
    if (source.charCodeAt(at) !== BACKSLASH) at += 1;
    else if (source.charCodeAt(at + 1) === SMALL_N) return at;
    else at += escapeLength(source, at);
  }
  return -1;
}
