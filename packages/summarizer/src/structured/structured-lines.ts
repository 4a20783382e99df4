import type { Span } from '@palimpsest/text';
import { textUnits } from '../reading/text-units.ts';
import { isStructuredLine } from './line-patterns.ts';

/** Minimum number of lines with content. */
const FEWEST_LINES = 6;
/** Maximum number of UTF-16 units per line break. */
const LONGEST_LINES = 80;

/**
 * Whether a text is the output of a program, such as a test run, a search or a list of settings: six lines and more, at least one line
 * end per 80 characters, and more than half of the lines a file reference, an indented bullet, a key with a value, or a status.
 *
 * Bullets that are not indented do not count: lists of prose are prose.
 */
export function isStructured(text: string): boolean {
  return structuredLines(text, textUnits(text)) !== undefined;
}

/** Returns the lines with content, without surrounding blanks, if the text is output of a program. */
export function structuredLines(text: string, units: Uint16Array): readonly Span[] | undefined {
  if (!mayHaveLines(text)) return undefined;
  let lineEnds = 0;
  let filled = 0;
  let structured = 0;
  forEachLine(units, text.length, (start, ink, end) => {
    lineEnds++;
    if (ink === end) return;
    filled++;
    if (isStructuredLine(text, units, start, ink, end)) structured++;
  });
  // The last line has no line break.
  lineEnds--;
  if (filled < FEWEST_LINES || lineEnds * LONGEST_LINES < text.length || structured * 2 <= filled)
    return undefined;
  const lines: Span[] = [];
  forEachLine(units, text.length, (_, start, end) => {
    if (start < end) lines.push({ start, end });
  });
  return lines;
}

/** Returns whether a text can have enough line breaks, judged by the first of them. */
function mayHaveLines(text: string): boolean {
  let lines = 1;
  let at = text.indexOf('\n');
  while (at !== -1 && lines < FEWEST_LINES) {
    lines++;
    at = text.indexOf('\n', at + 1);
  }
  return lines >= FEWEST_LINES || OTHER_LINE_END.test(text);
}

const OTHER_LINE_END = /[\r\u2028\u2029]/;

/** Calls back per line with its start and the range of its content; an empty range at its end if it is blank. */
function forEachLine(
  units: Uint16Array,
  length: number,
  visit: (start: number, ink: number, end: number) => void,
): void {
  let start = 0;
  while (start <= length) {
    let lineEnd = start;
    while (lineEnd < length && !isLineEnd(units[lineEnd]!)) lineEnd++;
    let ink = start;
    while (ink < lineEnd && isSpace(units[ink]!)) ink++;
    let end = lineEnd;
    while (end > ink && isSpace(units[end - 1]!)) end--;
    visit(start, ink, end);
    start = lineEnd + (units[lineEnd] === 0x0d && units[lineEnd + 1] === 0x0a ? 2 : 1);
  }
}

function isLineEnd(unit: number): boolean {
  return unit === 0x0a || unit === 0x0d || unit === 0x2028 || unit === 0x2029;
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0xa0 || unit === 0x3000;
}
