import { findFailingRun, type Span } from '../text/index.ts';
import { parseGapMarker } from '@palimpsest/core-types';
import { hidesExitCode, programsIn, showsTexts } from './command-lines.ts';
import { findVerdict, isMeasured } from './run-verdict.ts';
import type { TextEnds } from './text-ends.ts';

/**
 * `Exit code 1` (Claude Code, llxprt-code, Codex), `Error: Exit code 1`, `Command exited with code 2` (pi), `[The command completed with
 * exit code 1.]` (OpenHands), `exit_code: 1` (a record as lines).
 */
const EXIT_CODE =
  /(?:(?:Error: )?Exit[ _]?code:? |\[?(?:The )?(?:Command|Process) (?:completed|finished|exited|failed) with (?:exit )?(?:code|status):? )(-?\d{1,10})/iy;
/** Codex wraps the output of a command in JSON, followed by the code. */
const WRAPPED_EXIT_CODE = /"metadata":\{"exit_code":(-?\d{1,10})[^{}]{0,100}\}\}$/;
const COMMAND_FAILED =
  /\[?(?:The )?command (?:failed|timed out|aborted|was (?:automatically )?(?:cancelled|canceled|aborted))|(?:-?(?:ba|z|da|k)?sh|\/bin\/\w{2,5}):[^\n]{0,300}not found/iy;
/** Messages about a call that the user or the host rejected, or that was interrupted. */
const DECLINED =
  /^(?:\[Request interrupted by user|The user doesn't want to (?:proceed|take this action)|The user (?:rejected|denied)|User (?:rejected|denied|cancelled)|Permission to use \S{1,200} .{0,1900}has been denied|\[no result recorded\]$|\[Operation cancelled\]|Tool (?:call|execution) was (?:cancelled|aborted)|(?:exec command|patch) rejected by user|Operation aborted)/i;
const EDIT_FAILED =
  /^(?:error\b|failed\b|failure\b|cannot\b|could not\b|unable to\b|invalid\b|InputValidationError|no replacement was performed|no changes? (?:to make|made|were made|needed)|no match(?:es)? found|(?:string to replace|old_?string|the (?:string|text) to replace|search (?:block|text)) (?:was )?not found|found \d+ (?:matches|occurrences)|found multiple matches|file has (?:not been read|been (?:unexpectedly )?modified)|file (?:does not exist|not found|already exists)|your proposed edit has introduced|apply_patch verification failed|patch (?:failed|verification failed)|E(?:NOENT|ACCES|ISDIR|PERM|ROFS|NOTDIR): |the tool execution failed)/i;
const READ_FAILED =
  /^(?:error: )?(?:file does not exist\.|file not found(?:[.:].*)?|E(?:NOENT|ISDIR|ACCES|PERM|NOTDIR): .+|the user doesn't want to proceed with this tool use\..*)$/i;

/** Prefixes or replacements of a failure: Claude Code, then the OpenAI Agents SDK. */
const WRAPPED =
  /^(?:<tool_use_error>|An error occurred while (?:running the tool|parsing tool arguments)\. Please try again|Tool execution was not approved\.$)/;
/** `Error: …`, `ValueError: …`, `[error] …`, `fatal: …`, `HTTP 503 …`, as the only line of a text. */
const ERROR_MESSAGE =
  /^(?:(?:[\w.$]{0,80}(?:error|exception)|fatal|failure|failed|panic)(?: ?\([^()\n]{0,80}\)| ?\[[^[\]\n]{0,80}\])?:|\[(?:error|fatal)\]|HTTP(?:\/[\d.]{1,3})? [45]\d\d\b|error from server\b|the connection to the server \S{1,200} was refused).*$/i;
/** `cat: a.ts: No such file or directory`, `/a*: cannot open (No such file or directory)`, as the only line of a text. */
const SYSTEM_ERROR =
  /^[^\n]{1,300}(?:: |\()(?:No such file or directory|Permission denied|(?:Not|Is) a directory|Operation not permitted|Connection refused|No space left on device)\)?\.?$/;
const STACK_TRACE = /^Traceback \(most recent call last\):\n/;

export function isWrappedFailure({ head }: TextEnds): boolean {
  return WRAPPED.test(head.trim());
}

/** Returns whether a text is only one error message, without output after it. A longer text may contain any word. */
export function saysOnlyError({ head, isWhole }: TextEnds): boolean {
  const text = head.trim();
  if (STACK_TRACE.test(text)) return true;
  if (!isWhole) return false;
  const [said = '', ...others] = text.split('\n');
  return (
    ((ERROR_MESSAGE.test(said) && !isMeasured(said)) || SYSTEM_ERROR.test(said)) &&
    !others.some((line) => isOutput(line.trim()))
  );
}

/** Lines that are not output: an echoed command, a prompt, a remark of the host. */
const ECHO = /^(?:\[[\w:.-]{1,30}\] )?[$>%] |[$#>]$|(?<!\d)%$|^\(.*\)$|^Shell cwd was reset/;

/** Returns whether a line is output with words or numbers: no echoed command, prompt, remark of the host, or gap marker. */
function isOutput(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line) && parseGapMarker(line) === undefined && !ECHO.test(line);
}

/** A command line that runs tests. `…` may replace its beginning. */
const RUNS_TESTS =
  /(?:^|[;&|] *|(?:…|-m|\b(?:npx|npm|pnpm|yarn|bunx?|deno|run|exec|cargo|go|make|mix|rake|swift|dotnet|mvn|gradlew?)) +)(?:(?:--?\S+|[A-Z]\w*=\S*) +)*(?:test\b|vitest|jest|pytest|unittest|mocha|rspec|phpunit|nextest|ctest|tox)/;
const COMPILES =
  /\b(?:go (?:build|vet|run|install)|cargo (?:build|check|run|clippy)|tsc|g?make|cc|gcc|g\+\+|clang(?:\+\+)?|javac|swiftc?)\b/;
/** `src/main.go:3:4: undefined: x`, `main.c:3:4: error: …`, `src/a.ts(1,2): error TS2345: …`, `error[E0308]: …` */
const COMPILE_ERROR =
  /^(?:[^\s:]{1,200}\.\w{1,5}:\d{1,6}:\d{1,6}: (?!warning|note)|[^\s:]{1,200}\(\d{1,6},\d{1,6}\): error |error(?:\[\w{1,10}\])?: )/m;

/**
 * Returns whether the output of a command reports a failure. An exit code decides, unless it may be that of another program; without one,
 * messages at line starts, failed tests, errors of compilers, and what the program says at its end.
 */
export function saysShellFailed(ends: TextEnds, command = ''): boolean {
  const { head, tail, isWhole } = ends;
  const code = exitCodeOf(ends);
  if (code !== undefined && (code !== 0 || !hidesExitCode(command))) return code !== 0;
  if (DECLINED.test(head.trimStart())) return true;
  if (showsTexts(command)) return saysOnlyComplaints(ends, command);
  if (code === undefined) {
    const complaints = [scanLines(tail), ...(isWhole ? [] : [scanLines(head.trimStart())])];
    if (complaints.some((scanned) => scanned.complaints.length > 0)) return true;
    if (saysOnlyError(ends)) return true;
  }
  const runsTests = RUNS_TESTS.test(command);
  if (runsTests && (findFailingRun(tail) ?? findFailingRun(head)) !== undefined) return true;
  if ((runsTests || COMPILES.test(command)) && COMPILE_ERROR.test(head)) return true;
  return findVerdict(tail)?.hasFailed === true;
}

const KUBERNETES =
  /^(?:Error from server\b|The connection to the server|Unable to connect|error: (?:the server|you must|a container|unknown|resource|unable|no |timed out|cannot))/;
const CONTAINERS =
  /^(?:Error response from daemon|Cannot connect to|Error: no (?:such )?container|no such )/;
/** Errors of programs that show texts, if they do not begin with the name of the program. */
const COMPLAINTS: ReadonlyMap<string, RegExp> = new Map([
  ['git', /^(?:fatal|error|usage): ?/],
  ['gh', /^(?:GraphQL: |HTTP \d|no pull requests found|failed to |could not )/],
  ['kubectl', KUBERNETES],
  ['oc', KUBERNETES],
  ['docker', CONTAINERS],
  ['podman', CONTAINERS],
  ['bat', /^\[bat error\]/],
  ['fd', /^\[fd error\]/],
]);
const NAMED_COMPLAINT = /^(?:-|\S{0,200}\/)?([\w.-]{1,40}):(?: |\d)/;
const CURL_ERROR = /^curl: \(\d/;
const SHELLS = /^(?:(?:ba|z|da|k)?sh|cd|sudo|timeout|xargs)$/;

/**
 * Returns whether the output of a command that shows texts is only what its programs or the shell say when they fail, or ends with what the
 * host says. Any other line may be a line of the shown text.
 */
function saysOnlyComplaints({ head, tail, isWhole }: TextEnds, command: string): boolean {
  const lines = tail.split('\n').filter((line) => isOutput(line.trim()));
  const output = lines.filter((line) => codeAt(line, 0) === undefined);
  const last = lines.at(-1) ?? '';
  const isOfHost = [head.trimStart(), last].some((text) => {
    COMMAND_FAILED.lastIndex = 0;
    return COMMAND_FAILED.test(text);
  });
  const programs = programsIn(command);
  // curl prints its progress before the error.
  if (isOfHost || (programs.has('curl') && CURL_ERROR.test(last))) return true;
  const isComplaint = (line: string): boolean => {
    const name = NAMED_COMPLAINT.exec(line)?.[1];
    if (name !== undefined && (programs.has(name) || SHELLS.test(name))) return true;
    return [...programs].some((program) => COMPLAINTS.get(program)?.test(line) === true);
  };
  return isWhole && output.length > 0 && output.every(isComplaint);
}

/** Returns the exit code that the output of a command reports: at its start, else the last one. */
export function exitCodeOf({ head, tail, end, isWhole }: TextEnds): number | undefined {
  const start = head.trimStart();
  const code = codeAt(start, 0) ?? scanLines(tail).lastCode ?? wrappedCode(end);
  return code ?? (isWhole ? undefined : scanLines(start).firstCode);
}

/**
 * Returns where a text reports a failure: its start, the first and the last exit code other than 0, the first and the last message of a
 * shell, the count of failed tests, else the name of one, and the first error of a compiler.
 */
export function failureSpans(text: string): Span[] {
  const { failures, complaints } = scanLines(text);
  const lines = [failures[0], failures.at(-1), complaints[0], complaints.at(-1)];
  const run = findFailingRun(text);
  const error = COMPILE_ERROR.exec(text);
  const compiler = error && { start: error.index, end: error.index + error[0].length };
  const verdict = findVerdict(text);
  const end = verdict?.hasFailed === true ? verdict : undefined;
  return [beginningOf(text), ...lines, run?.total ?? run?.tests[0], compiler, end].filter(
    (span) => span != null,
  );
}

/** Returns the start of a text if it reports a failure of any kind of tool. */
function beginningOf(text: string): Span | undefined {
  const start = text.length - text.trimStart().length;
  const head = text.slice(start, start + HEAD_LENGTH);
  if ((codeAt(head, 0) ?? 0) !== 0) return { start, end: start + EXIT_CODE.lastIndex };
  for (const pattern of [WRAPPED, DECLINED, EDIT_FAILED, STACK_TRACE]) {
    const said = pattern.exec(head)?.[0].trimEnd();
    if (said !== undefined) return { start, end: start + said.length };
  }
  return undefined;
}

const HEAD_LENGTH = 2_000;

/** Finds, at line starts: the first and the last exit code, the exit codes other than 0, and messages of a shell. */
function scanLines(text: string) {
  let firstCode: number | undefined;
  let lastCode: number | undefined;
  const failures: Span[] = [];
  const complaints: Span[] = [];
  for (let line = 0; ;) {
    if (TELLING[text.charCodeAt(line)] === 1) {
      const code = codeAt(text, line);
      firstCode ??= code;
      lastCode = code ?? lastCode;
      if (code !== undefined && code !== 0)
        failures.push({ start: line, end: EXIT_CODE.lastIndex });
      COMMAND_FAILED.lastIndex = line;
      if (COMMAND_FAILED.test(text))
        complaints.push({ start: line, end: COMMAND_FAILED.lastIndex });
    }
    const lineBreak = text.indexOf('\n', line);
    if (lineBreak < 0) return { firstCode, lastCode, failures, complaints };
    line = lineBreak + 1;
  }
}

function codeAt(text: string, index: number): number | undefined {
  EXIT_CODE.lastIndex = index;
  const match = EXIT_CODE.exec(text);
  return match === null ? undefined : Number(match[1]);
}

function wrappedCode(text: string): number | undefined {
  const end = text.trimEnd();
  if (!end.endsWith('}}')) return undefined;
  const match = WRAPPED_EXIT_CODE.exec(end);
  return match === null ? undefined : Number(match[1]);
}

/** First characters of these patterns: most lines start with another. */
const TELLING: Uint8Array = new Uint8Array(128);
for (const character of '[-/ectpbzdksECTPBZDKS') TELLING[character.charCodeAt(0)] = 1;

/** Returns whether the start of a text reports a failed edit. A false positive only keeps an older read. */
export function saysEditFailed({ head }: TextEnds): boolean {
  const start = head.trimStart();
  if (EDIT_FAILED.test(start) || DECLINED.test(start)) return true;
  return (codeAt(start, 0) ?? 0) !== 0;
}

/** Returns whether a text is only one line of a known form: a file may contain any word. */
export function saysReadFailed({ head, isWhole }: TextEnds): boolean {
  return isWhole && READ_FAILED.test(head.trim());
}
