import { FLAG } from '../reasons.ts';
import {
  CLASS,
  COMMA,
  DIGIT,
  IDEOGRAPH,
  LETTER,
  LOWER,
  OTHER,
  SPACE,
  STOP,
  SYLLABLE,
  UNDERSCORE,
  UPPER,
  classAt,
  classes,
  isWord,
} from '../scan/character-class.ts';
import { NEVER, type Evidence } from '../scan/evidence.ts';
import { readCodeLine } from './code.ts';
import { listContent, opensFence } from './first-character.ts';
import { readIndentation } from './indentation.ts';
import { measureLine } from './length-variance.ts';
import { endSqlParagraph, readSqlLine } from './sql-line.ts';
import { isTableRule } from './table.ts';
import { readTraceLine } from './traceback.ts';
import { readVerseLine } from './verse.ts';
import { endYaml, readYamlLine } from './yaml.ts';

/** Classes of a line that is a single word of prose. */
const PLAIN = classes(
  OTHER,
  COMMA,
  STOP,
  IDEOGRAPH,
  SYLLABLE,
  LOWER,
  LETTER,
  UPPER,
  DIGIT,
  UNDERSCORE,
);

/** Minimum length of an SQL keyword on a line by itself: `set`, `from`. */
const MIN_SQL_WORD = 3;

/** Starts a line and reads its indentation. Returns the index of its first character. */
export function beginLine(text: string, start: number, evidence: Evidence): number {
  const { line, lines } = evidence;
  let first = start;
  let kind = classAt(text, first);
  while (kind === SPACE) {
    first++;
    kind = classAt(text, first);
  }
  line.start = start;
  line.first = first;
  line.content = isWord(kind) && kind !== DIGIT ? first : listContent(text, first);
  line.tokenBits = 0;
  if (!lines.isPlain) {
    line.specials = 0;
    line.colonAt = -1;
    line.equalsAt = -1;
    line.hasCall = false;
    line.hasOption = false;
  }
  return first;
}

/** Classifies the line that ends at `end`. */
export function endLine(text: string, end: number, evidence: Evidence): void {
  const { line, lines } = evidence;
  if (line.first >= end) {
    endParagraph(evidence);
    return;
  }
  if (lines.count === 0) evidence.textStart = line.first;
  let last = end;
  let unit = text.charCodeAt(last - 1);
  while (CLASS[unit] === SPACE) {
    last--;
    unit = text.charCodeAt(last - 1);
  }
  line.last = last;
  measureLine(evidence);
  if ((line.bits & ~PLAIN) === 0 && line.first === line.start) endPlainLine(text, evidence);
  else {
    evidence.specials += line.specials;
    lines.isPlain = false;
    if (opensFence(text, line)) evidence.found |= FLAG.code_fence;
    else judgeLine(text, evidence);
  }
  lines.previousBits = line.bits;
  lines.previousLast = unit;
}

function judgeLine(text: string, evidence: Evidence): void {
  readIndentation(text, evidence);
  readVerseLine(text, evidence);
  readYamlLine(text, evidence);
  readSqlLine(text, evidence);
  readCodeLine(text, evidence);
  if (isTableRule(text, evidence)) evidence.found |= FLAG.markdown_table;
  readTraceLine(text, evidence);
}

/** Ends all runs of lines: a single word continues none, but it may be an SQL keyword. */
function endPlainLine(text: string, evidence: Evidence): void {
  const { line, lines } = evidence;
  if (!lines.isPlain) {
    lines.isPlain = true;
    lines.indentedRun = 0;
    lines.isInList = false;
    lines.verseRun = 0;
    lines.codeRun = 0;
    lines.commandRun = 0;
    endYaml(lines);
  }
  if (line.last - line.first >= MIN_SQL_WORD) readSqlLine(text, evidence);
}

/** Ends everything that does not continue after a blank line. */
export function endParagraph(evidence: Evidence): void {
  const { lines } = evidence;
  lines.previousBits = 0;
  lines.previousLast = 0;
  lines.verseRun = 0;
  endYaml(lines);
  endSqlParagraph(evidence.sql);
  evidence.displayAt = NEVER;
  evidence.bracketAt = NEVER;
  evidence.tagAt = NEVER;
}
