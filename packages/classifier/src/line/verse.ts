import { FLAG } from '../reasons.ts';
import {
  CLOSE_PAREN,
  COLON,
  DIGIT,
  LETTER,
  OPEN_PAREN,
  SPACE,
  SPECIALS,
  SEMICOLON,
  STOP,
  UNDERSCORE,
  UPPER,
  classAt,
  classes,
} from '../scan/character-class.ts';
import type { Evidence } from '../scan/evidence.ts';
import type { Line } from './line.ts';

/** Minimum number of adjacent lines, the first line of the text excluded (seed, `verse_pattern`). */
const MIN_LINES = 3;

/** Maximum length of a line of verse, in UTF-16 units: wrapped paragraphs have longer ones. */
const MAX_LENGTH = 60;

/** Special characters that verse may contain. */
const ALLOWED = classes(COLON, SEMICOLON, OPEN_PAREN, CLOSE_PAREN);
const FORBIDDEN = (SPECIALS & ~ALLOWED) | classes(STOP, DIGIT, UNDERSCORE);

/** Looks for three adjacent lines that start with a capital, have several words and contain no stop. */
export function readVerseLine(text: string, evidence: Evidence): void {
  const { line, lines } = evidence;
  if (lines.count === 1 || !isVerse(text, line)) {
    lines.verseRun = 0;
    return;
  }
  lines.verseRun++;
  if (lines.verseRun >= MIN_LINES) evidence.found |= FLAG.verse_pattern;
}

function isVerse(text: string, line: Line): boolean {
  if ((line.bits & FORBIDDEN) !== 0 || (line.bits & (1 << SPACE)) === 0) return false;
  return line.last - line.first <= MAX_LENGTH && startsHigh(text, line.first) && !isLabel(line);
}

/** Returns whether the line starts with a capital. In scripts without capitals, verse cannot be distinguished from a list of names. */
function startsHigh(text: string, index: number): boolean {
  const kind = classAt(text, index);
  if (kind === UPPER) return true;
  if (kind !== LETTER) return false;
  const letter = text[index]!;
  return letter !== letter.toLowerCase();
}

/** Returns whether the line has a colon before its end: `Owner: Anna`. */
function isLabel({ colonAt, last }: Line): boolean {
  return colonAt >= 0 && colonAt < last - 1;
}
