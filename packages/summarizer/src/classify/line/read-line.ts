import { FLAG } from '../reasons.ts';
import * as Class from '../scan/character-class.ts';
import { CLASS_TABLE, classAt, classes, isWord } from '../scan/character-class.ts';
import { NEVER, type Evidence } from '../scan/evidence.ts';
import { readCodeLine } from './statement.ts';
import { firstWord, listContent, opensFence } from './line.ts';
import { measureLine, readIndentation, readVerseLine } from './layout.ts';
import { endSqlParagraph, readSqlLine } from '../scan/sql.ts';
import { endYaml, readYamlLine } from './yaml.ts';

/** Classes of a line that is a single word of prose. */
const PLAIN =
  Class.WORD_CLASSES |
  classes(Class.OTHER, Class.COMMA, Class.STOP, Class.IDEOGRAPH, Class.SYLLABLE);

/** Minimum length of an SQL keyword on a line by itself: `set`, `from`. */
const MIN_SQL_WORD_LENGTH = 3;

/** Resets the line state and skips leading spaces. Returns the index of the first character that is not a space. */
export function beginLine(text: string, start: number, evidence: Evidence): number {
  const { line, lines } = evidence;
  let first = start;
  let kind = classAt(text, first);
  while (kind === Class.SPACE) {
    first++;
    kind = classAt(text, first);
  }
  line.start = start;
  line.first = first;
  line.content = isWord(kind) && kind !== Class.DIGIT ? first : listContent(text, first);
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

export function endLine(text: string, end: number, evidence: Evidence): void {
  const { line, lines } = evidence;
  if (line.first >= end) {
    endParagraph(evidence);
    return;
  }
  if (lines.count === 0) evidence.textStart = line.first;
  let last = end;
  let unit = text.charCodeAt(last - 1);
  while (CLASS_TABLE[unit] === Class.SPACE) {
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
    else classifyLine(text, evidence);
  }
  lines.previousBits = line.bits;
  lines.previousLast = unit;
}

function classifyLine(text: string, evidence: Evidence): void {
  readIndentation(text, evidence);
  readVerseLine(text, evidence);
  readYamlLine(text, evidence);
  readSqlLine(text, evidence);
  readCodeLine(text, evidence);
  if (isTableSeparator(text, evidence)) evidence.found |= FLAG.markdown_table;
  readTraceLine(text, evidence);
}

/** Resets all runs of lines, because a one-word line continues none. The word may still be an SQL keyword. */
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
  if (line.last - line.first >= MIN_SQL_WORD_LENGTH) readSqlLine(text, evidence);
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

const PIPES = 1 << Class.PIPE;
const RULE = classes(Class.PIPE, Class.DASH, Class.COLON, Class.SIGN, Class.SPACE);
const CORNER = 0x2b;

/** Returns whether the line is the rule of a table: `|---|:--|` or `---+---` below a line with `|`, or `+---+---+`. */
function isTableSeparator(text: string, { line, lines }: Evidence): boolean {
  const { bits } = line;
  if ((bits & ~RULE) !== 0 || (bits & (1 << Class.DASH)) === 0) return false;
  const hasCorners = (bits & (1 << Class.SIGN)) !== 0;
  if (
    hasCorners &&
    text.charCodeAt(line.first) === CORNER &&
    text.charCodeAt(line.last - 1) === CORNER
  )
    return line.last - line.first >= 5;
  return (hasCorners || (bits & PIPES) !== 0) && (lines.previousBits & PIPES) !== 0;
}

const MAX_TRACE_LINE_LENGTH = 300;

interface Trace {
  readonly pattern: RegExp;
  readonly isIndented?: boolean;
}

const TRACES: ReadonlyMap<string, Trace> = new Map([
  ['Traceback', { pattern: /^Traceback \(most recent call last\)/ }],
  ['File', { pattern: /^File ".{1,250}", line \d/, isIndented: true }],
  [
    'at',
    {
      pattern: /^at \S.{0,200}?(?:\.\w{1,8}:\d|:line \d|\(native|<anonymous>|Unknown Source)/,
      isIndented: true,
    },
  ],
  ['goroutine', { pattern: /^goroutine \d{1,9} \[/ }],
  ['thread', { pattern: /^thread '.{1,100}' panicked at/ }],
  ['Exception', { pattern: /^Exception in thread "/ }],
]);

const STARTS = 'TFagtE';

/** Looks for a line that occurs only in failure reports: the head of a stack trace, or one of its frames. */
function readTraceLine(text: string, evidence: Evidence): void {
  const { line } = evidence;
  if ((evidence.found & FLAG.error_traceback) !== 0 || !STARTS.includes(text[line.first]!)) return;
  const trace = TRACES.get(firstWord(text, line));
  if (trace === undefined || (trace.isIndented === true && line.first === line.start)) return;
  const end = Math.min(line.last, line.first + MAX_TRACE_LINE_LENGTH);
  if (trace.pattern.test(text.slice(line.first, end))) evidence.found |= FLAG.error_traceback;
}
