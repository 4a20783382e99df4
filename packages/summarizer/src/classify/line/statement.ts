import { isCommandLine } from './command.ts';
import { countGaps, firstWord } from './line.ts';
import { FLAG } from '../reasons.ts';
import * as Class from '../scan/character-class.ts';
import { classAt, classes, isWordAt } from '../scan/character-class.ts';
import type { Evidence, Line } from '../scan/evidence.ts';

/** Maximum number of UTF-16 units that a pattern reads of a line. */
const MAX_HEAD = 120;

/** Maximum number of spaces after the sign of an assignment without a semicolon. */
const MAX_ASSIGNMENT_GAPS = 12;

/** Keywords at the start of a statement, with the pattern that the line must match. */
const DECLARATIONS: ReadonlyMap<string, RegExp> = new Map([
  ...each('import', /^import (?:[\w$.]+$|[\w$.]+ as \w|[\w$*{][^"']*["'][^"']*["']|["'])/),
  ...each('from', /^from [\w.]+ import /),
  ...each('def', /^def \w+\(/),
  ...each('class interface struct enum trait', /^\w+ [A-Z]\w*(?:[:({<]| (?:extends|implements) )/),
  ...each('function', /^function\*? \w*\(/),
  ...each('fn func fun', /^\w+ \w+[(<]/),
  ...each('async', /^async (?:def|function|fn) /),
  ...each('const let var', /^\w+ (?:mut )?(?:[\w$]+|[{[][^=]{0,60})(?:: ?[^=]{1,40})? ?=/),
  ...each(
    'export',
    /^export (?:default|const|let|function|class|interface|type|async|\{|\*|[A-Z_]+=)/,
  ),
  ...each('public private protected static', /^\w+ .*[;{]$/),
  ...each('package using namespace use mod', /^\w+ [\w.:\\]+;/),
  ...each('return throw', /^\w+ .*;$/),
  ...each('elif else try except finally', /^(?:elif .*|else|try|except\b.*|finally):$/),
  ...each('diff', /^diff --git /),
]);

/** Returns whether a line occurs in programs but not in prose. */
export function isStatement(text: string, line: Line): boolean {
  if (endsLikeStatement(text, line) || isAssignment(text, line)) return true;
  const pattern = isWordAt(text, line.first)
    ? DECLARATIONS.get(firstWord(text, line))
    : startPattern(text.charCodeAt(line.first));
  if (pattern === undefined) return false;
  return pattern.test(text.slice(line.first, Math.min(line.last, line.first + MAX_HEAD)));
}

function endsLikeStatement(text: string, line: Line): boolean {
  switch (classAt(text, line.last - 1)) {
    case Class.OPEN_BRACE:
      return true;
    case Class.CLOSE_BRACE:
      return isBraceAt(text, line.first) || hasAny(line, classes(Class.EQUALS, Class.SEMICOLON));
    case Class.SEMICOLON:
      return line.hasCall || hasAny(line, 1 << Class.EQUALS) || closesAt(text, line.first);
    case Class.COMMA:
      return closesAt(text, line.first) || isQuotedKey(text, line);
    case Class.OPEN_PAREN:
      return line.hasCall || hasAny(line, 1 << Class.EQUALS);
    case Class.CLOSE_PAREN:
      return isCall(text, line) || closesAt(text, line.first);
    case Class.BRACKET:
      return endsWithList(text, line) || isQuotedKey(text, line);
    default:
      return hasAny(line, 1 << Class.QUOTE) && isQuotedKey(text, line);
  }
}

/** Returns whether the line is a single bracket or ends like `name = [`. */
function endsWithList(text: string, line: Line): boolean {
  if (line.last - line.first === 1) return true;
  return text.charCodeAt(line.last - 1) === 0x5b && hasAny(line, 1 << Class.EQUALS);
}

function isBraceAt(text: string, index: number): boolean {
  const kind = classAt(text, index);
  return kind === Class.OPEN_BRACE || kind === Class.CLOSE_BRACE;
}

/** Returns whether the character at `index` closes a block, a call or a list. */
function closesAt(text: string, index: number): boolean {
  const kind = classAt(text, index);
  return (
    kind === Class.CLOSE_BRACE || kind === Class.CLOSE_PAREN || text.charCodeAt(index) === 0x5d
  );
}

function isQuotedKey(text: string, { first, colonAt }: Line): boolean {
  return text[first] === '"' && colonAt > first + 2 && text[colonAt - 1] === '"';
}

/** Returns whether the line starts with a call: `name(…)` or `a.b(…)`, without a space. */
function isCall(text: string, { first, hasCall }: Line): boolean {
  if (!hasCall) return false;
  let end = first;
  while (end < first + MAX_HEAD && (isWordAt(text, end) || (end > first && text[end] === '.')))
    end++;
  return end > first && classAt(text, end) === Class.OPEN_PAREN;
}

/**
 * Returns whether the line is an assignment: `name = …`, `a.b[c] += …`, `NAME=…`. Only one word precedes the sign, and the line does not end
 * like a sentence.
 */
function isAssignment(text: string, line: Line): boolean {
  const { first, equalsAt, last } = line;
  if (equalsAt <= first || equalsAt - first > MAX_HEAD) return false;
  if (classAt(text, last - 1) === Class.STOP) return false;
  const head = text.slice(first, equalsAt);
  if (countGaps(text, equalsAt, last, MAX_ASSIGNMENT_GAPS) > MAX_ASSIGNMENT_GAPS) return false;
  return text[equalsAt + 1] !== '=' && /^[\w$.[\]"']+(?: ?[:+*/|&-])? ?$/.test(head);
}

/** Matches directives, comments, diff headers and hunks, and decorators with arguments. */
const DIRECTIVE =
  /^(?:#include [<"]|#define \w|#!\/|\/\/ |\/\*|\*\/|@@ -\d|[+-]{3} [ab]\/|@\w+(?:\.\w+)*\()/;

const DIRECTIVE_STARTS = '#/*@+-';

function startPattern(unit: number): RegExp | undefined {
  return DIRECTIVE_STARTS.includes(String.fromCharCode(unit)) ? DIRECTIVE : undefined;
}

function hasAny({ bits }: Line, wanted: number): boolean {
  return (bits & wanted) !== 0;
}

function each(words: string, pattern: RegExp): (readonly [string, RegExp])[] {
  return words.split(' ').map((word) => [word, pattern]);
}

/** Minimum number of adjacent statements, blank lines not counted; minimum number in total if they are at least a third of the lines. */
const MIN_RUN = 2;
const MIN_STATEMENTS = 3;

/** Counts lines that are statements of a programming language, and looks for shell commands. */
export function readCodeLine(text: string, evidence: Evidence): void {
  const { line, lines } = evidence;
  if (line.content > line.first) {
    lines.codeRun = 0;
    lines.commandRun = 0;
    return;
  }
  if (isCommandLine(text, evidence)) {
    evidence.found |= FLAG.shell_command;
    lines.commandRun++;
  } else lines.commandRun = 0;
  if (!isStatement(text, line)) {
    // An indented line below a statement belongs to it.
    if (line.first === line.start) lines.codeRun = 0;
    return;
  }
  lines.codeRun++;
  lines.codeLines++;
  if (lines.codeRun >= MIN_RUN) evidence.found |= FLAG.source_code;
}

/** Returns whether at least three lines and a third of all lines are statements, even with comments or wrapped lines between them. */
export function hasManyStatements({ lines }: Evidence): boolean {
  return lines.codeLines >= MIN_STATEMENTS && lines.codeLines * 3 >= lines.count;
}
