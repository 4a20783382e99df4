import { FLAG } from '../reasons.ts';
import {
  CLOSE_BRACE,
  EQUALS,
  OPEN_BRACE,
  STOP,
  classAt,
  classes,
} from '../scan/character-class.ts';
import type { Evidence } from '../scan/evidence.ts';
import { isCommandLine } from './command.ts';
import { countGaps, countUnspaced } from './count-gaps.ts';
import type { Line } from './line.ts';
import { isStatement } from './statement.ts';

/** Minimum indentation of code, in spaces, and minimum number of adjacent lines (seed, `indented_code`). */
const MIN_SPACES = 4;
const MIN_LINES = 2;

const SPACE_UNIT = 0x20;
const TAB_UNIT = 0x09;

/** Minimum number of spaces in a line with a stop at its end to count as a sentence. */
const MIN_SENTENCE_GAPS = 4;

const CODE_SIGNS = classes(OPEN_BRACE, CLOSE_BRACE, EQUALS);

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
    if (lines.indentedRun >= MIN_LINES) evidence.found |= FLAG.indented_code;
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
  if (classAt(text, last - 1) !== STOP) return false;
  const gaps = countGaps(text, first, last, MIN_SENTENCE_GAPS);
  return gaps + countUnspaced(text, first, last) >= MIN_SENTENCE_GAPS;
}
