import { countGaps, countUnspaced } from './line.ts';
import { isCommandLine } from './command.ts';
import { isStatement } from './statement.ts';
import { FLAG } from '../reasons.ts';
import * as Class from '../scan/character-class.ts';
import { SPECIALS, classAt, classes } from '../scan/character-class.ts';
import type { Evidence, Line, LineHistory } from '../scan/evidence.ts';

/** Minimum indentation of code, in spaces, and minimum number of adjacent lines (seed, `indented_code`). */
const MIN_SPACES = 4;
const MIN_INDENTED_LINES = 2;

const SPACE_UNIT = 0x20;
const TAB_UNIT = 0x09;

/** Minimum number of spaces in a line with a stop at its end to count as a sentence. */
const MIN_SENTENCE_GAPS = 4;

const CODE_SIGNS = classes(Class.OPEN_BRACE, Class.CLOSE_BRACE, Class.EQUALS);

/**
 * Looks for two adjacent lines that start with four spaces or a tab; blank lines between them are ignored. List items do not count. Their
 * further lines and sentences count only if they look like code.
 */
export function readIndentation(text: string, evidence: Evidence): void {
  const { line, lines } = evidence;
  const isItem = line.content > line.first;
  if (!isIndented(text, line)) {
    lines.indentedRun = 0;
    lines.isInList = isItem || (lines.isInList && line.first > line.start);
    return;
  }
  if (isItem) lines.isInList = true;
  if (isItem || ((lines.isInList || isSentence(text, line)) && !looksLikeCode(text, evidence)))
    lines.indentedRun = 0;
  else {
    lines.indentedRun++;
    if (lines.indentedRun >= MIN_INDENTED_LINES) evidence.found |= FLAG.indented_code;
  }
}

function isIndented(text: string, { start, first }: Line): boolean {
  let index = start;
  while (index < start + MIN_SPACES && text.charCodeAt(index) === SPACE_UNIT) index++;
  return index === start + MIN_SPACES || (index < first && text.charCodeAt(index) === TAB_UNIT);
}

function looksLikeCode(text: string, evidence: Evidence): boolean {
  const { line } = evidence;
  if ((line.bits & CODE_SIGNS) !== 0) return true;
  return isStatement(text, line) || isCommandLine(text, evidence);
}

function isSentence(text: string, { first, last }: Line): boolean {
  if (classAt(text, last - 1) !== Class.STOP) return false;
  const gaps = countGaps(text, first, last, MIN_SENTENCE_GAPS);
  return gaps + countUnspaced(text, first, last) >= MIN_SENTENCE_GAPS;
}

/** Minimum number of adjacent lines, the first line of the text excluded (seed, `verse_pattern`). */
const MIN_VERSE_LINES = 3;

/** Maximum length of a line of verse, in UTF-16 units: wrapped paragraphs have longer ones. */
const MAX_VERSE_LENGTH = 60;

/** Special characters that verse may contain. */
const ALLOWED = classes(Class.COLON, Class.SEMICOLON, Class.OPEN_PAREN, Class.CLOSE_PAREN);
const FORBIDDEN = (SPECIALS & ~ALLOWED) | classes(Class.STOP, Class.DIGIT, Class.UNDERSCORE);

/** Looks for three adjacent lines that start with a capital, have several words and contain no stop. */
export function readVerseLine(text: string, evidence: Evidence): void {
  const { line, lines } = evidence;
  if (lines.count === 1 || !isVerse(text, line)) {
    lines.verseRun = 0;
    return;
  }
  lines.verseRun++;
  if (lines.verseRun >= MIN_VERSE_LINES) evidence.found |= FLAG.verse_pattern;
}

function isVerse(text: string, line: Line): boolean {
  if ((line.bits & FORBIDDEN) !== 0 || (line.bits & (1 << Class.SPACE)) === 0) return false;
  return (
    line.last - line.first <= MAX_VERSE_LENGTH && startsHigh(text, line.first) && !isLabel(line)
  );
}

/** Returns whether the line starts with a capital. In scripts without capitals, verse cannot be distinguished from a list of names. */
function startsHigh(text: string, index: number): boolean {
  const kind = classAt(text, index);
  if (kind === Class.UPPER) return true;
  if (kind !== Class.LETTER) return false;
  const letter = text[index]!;
  return letter !== letter.toLowerCase();
}

/** Returns whether the line has a colon before its end: `Owner: Anna`. */
function isLabel({ colonAt, last }: Line): boolean {
  return colonAt >= 0 && colonAt < last - 1;
}

/** Number of lines that must be exceeded, and maximum standard deviation as a share of the mean (seed, `high_line_length_variance`). */
const MAX_EVEN_LINES = 3;
const MAX_VARIATION = 1.2;

/** Maximum number of UTF-16 units per space in prose, and minimum number per special character. Scripts without spaces need no space. */
const UNITS_PER_SPACE = 15;
const UNITS_PER_SPECIAL = 20;

export function measureLine({ line, lines }: Evidence): void {
  const length = line.last - line.start;
  lines.count++;
  lines.units += length;
  lines.squares += length * length;
  if (length <= lines.longestEnd - lines.longestStart) return;
  lines.longestStart = line.start;
  lines.longestEnd = line.last;
  lines.longestSpecials = line.specials;
}

/**
 * Returns whether line lengths vary as in code and tables. Ignores blank lines. If the longest line is prose, as between the greeting and the
 * name of a letter, length does not count.
 */
export function hasHighVariance(text: string, lines: LineHistory): boolean {
  const { count, units, squares } = lines;
  if (count <= MAX_EVEN_LINES) return false;
  const mean = units / count;
  const variance = squares / count - mean * mean;
  return variance > (MAX_VARIATION * mean) ** 2 && !isLongestProse(text, lines);
}

function isLongestProse(text: string, lines: LineHistory): boolean {
  const { longestStart: start, longestEnd: end, longestSpecials } = lines;
  if (longestSpecials * UNITS_PER_SPECIAL > end - start) return false;
  const spaced = countGaps(text, start, end, Infinity) * UNITS_PER_SPACE;
  return spaced + countUnspaced(text, start, end) * 2 >= end - start;
}
