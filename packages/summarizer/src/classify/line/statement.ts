import { countGaps, firstWord } from './line.ts';
import { FLAG } from '../reasons.ts';
import * as Class from '../scan/character-class.ts';
import { classAt, classes, isWordAt, wordEnd } from '../scan/character-class.ts';
import type { Evidence, Line, LineHistory } from '../scan/evidence.ts';

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

const COLON_UNIT = 0x3a;

/** Maximum number of spaces in a command without options. */
const MAX_COMMAND_GAPS = 4;

/** A program and its subcommands. A subcommand is sufficient evidence of a command. */
type Program = readonly [name: string, tasks: ReadonlySet<string>];

const PACKAGES =
  'install i ci add remove uninstall update upgrade run test start build exec init publish';
const PROGRAMS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...commands(
    'git',
    'add am bisect blame branch checkout cherry clone commit diff fetch init log merge pull push rebase remote reset restore revert show stash status switch tag',
  ),
  ...commands('npm pnpm yarn bun pip apt brew dnf yum apk poetry uv gem composer', PACKAGES),
  ...commands('docker podman', 'build run exec ps pull push compose images logs stop rm'),
  ...commands('cargo go dotnet', 'build run test check clippy fmt mod get add install'),
  ...commands('kubectl helm', 'get apply describe delete logs exec rollout scale install upgrade'),
  ...commands('terraform', 'init plan apply destroy fmt validate'),
  ...commands('systemctl', 'start stop restart status enable disable reload'),
  ...commands('curl wget', 'http https'),
  ...commands('npx sudo ssh scp rsync chmod chown mkdir rm cp mv ls cd tar grep sed awk', ''),
  ...commands(
    'find cat head tail sort echo export source make node python ruby psql mysql aws gcloud az',
    '',
  ),
]);

/** Returns whether a line is a shell command: text after a prompt, or a known program with an option, an operator or one of its subcommands. */
export function isCommandLine(text: string, { line, lines }: Evidence): boolean {
  if (isPrompt(text, line)) return true;
  if ((line.bits & (1 << Class.SPACE)) === 0 || classAt(text, line.first) !== Class.LOWER)
    return false;
  const name = firstWord(text, line);
  const tasks = PROGRAMS.get(name);
  const task = line.first + name.length + 1;
  if (tasks === undefined || classAt(text, task - 1) !== Class.SPACE) return false;
  const last = text[line.last - 1]!;
  if (classAt(text, line.last - 1) === Class.STOP || last === ',' || last === ':') return false;
  if (line.hasOption || hasOperator(text, line)) return true;
  if (
    !standsApart(lines) ||
    countGaps(text, line.first, line.last, MAX_COMMAND_GAPS) > MAX_COMMAND_GAPS
  )
    return false;
  return tasks.has(text.slice(task, wordEnd(text, task)));
}

/** Returns whether the line starts with a shell prompt: `$ ls`, not `$ 5`. */
function isPrompt(text: string, { first }: Line): boolean {
  return (
    classAt(text, first) === Class.DOLLAR &&
    text[first + 1] === ' ' &&
    classAt(text, first + 2) === Class.LOWER
  );
}

function hasOperator(text: string, { bits, first, last }: Line): boolean {
  if ((bits & (1 << Class.PIPE)) !== 0) return true;
  return (bits & (1 << Class.SIGN)) !== 0 && text.slice(first, last).includes('&&');
}

/** Returns whether the line cannot continue a sentence: it is the first, or follows a command, a colon or a blank line. */
function standsApart({ previousBits, previousLast, commandRun }: LineHistory): boolean {
  return previousBits === 0 || previousLast === COLON_UNIT || commandRun > 0;
}

function commands(names: string, tasks: string): readonly Program[] {
  const set = new Set(tasks.split(' '));
  set.delete('');
  return names.split(' ').map((name) => [name, set]);
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
