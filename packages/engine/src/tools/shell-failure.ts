import { findFailingRun, type Span } from '../text/index.ts';
import { hidesExitCode, printsTexts, programsIn } from './command-lines.ts';
import {
  findFailureAtStart,
  isOnlyErrorMessage,
  isOutput,
  reportsNotRun,
} from './failure-messages.ts';
import { findSuccess, findVerdict } from './run-verdict.ts';
import { commandFailureAt, exitCodeAt, readExitCode, scanShellLines } from './shell-lines.ts';
import type { TextEnds } from './text-ends.ts';

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
 * messages at line starts, failed tests, errors of compilers, and what the program reports at its end.
 */
export function shellReportsFailure(ends: TextEnds, command = ''): boolean {
  const { head, tail, isWhole } = ends;
  const code = readExitCode(ends);
  if (code !== undefined && (code !== 0 || !hidesExitCode(command))) return code !== 0;
  if (reportsNotRun(ends)) return true;
  if (printsTexts(command)) return isOnlyProgramErrors(ends, command);
  if (code === undefined) {
    const searched = isWhole ? [tail] : [tail, head.trimStart()];
    if (searched.some((text) => scanShellLines(text).messages.length > 0)) return true;
    if (isOnlyErrorMessage(ends)) return true;
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
const PROGRAM_ERRORS: ReadonlyMap<string, RegExp> = new Map([
  ['git', /^(?:fatal|error|usage): ?/],
  ['gh', /^(?:GraphQL: |HTTP \d|no pull requests found|failed to |could not )/],
  ['kubectl', KUBERNETES],
  ['oc', KUBERNETES],
  ['docker', CONTAINERS],
  ['podman', CONTAINERS],
  ['bat', /^\[bat error\]/],
  ['fd', /^\[fd error\]/],
]);
const PREFIXED_ERROR = /^(?:-|\S{0,200}\/)?([\w.-]{1,40}):(?: |\d)/;
const CURL_ERROR = /^curl: \(\d/;
const SHELLS = /^(?:(?:ba|z|da|k)?sh|cd|sudo|timeout|xargs)$/;

/**
 * Returns whether the output of a command that prints texts is only errors of its programs or of the shell, or starts or ends with a message
 * about the command as a whole. Any other line may be a line of a printed text.
 */
function isOnlyProgramErrors({ head, tail, isWhole }: TextEnds, command: string): boolean {
  const lines = tail.split('\n').filter((line) => isOutput(line.trim()));
  const output = lines.filter((line) => exitCodeAt(line, 0) === undefined);
  const last = lines.at(-1) ?? '';
  if ([head.trimStart(), last].some((text) => commandFailureAt(text, 0) !== undefined)) return true;
  const programs = programsIn(command);
  // curl prints its progress before the error.
  if (programs.has('curl') && CURL_ERROR.test(last)) return true;
  const isProgramError = (line: string): boolean => {
    const name = PREFIXED_ERROR.exec(line)?.[1];
    if (name !== undefined && (programs.has(name) || SHELLS.test(name))) return true;
    return [...programs].some((program) => PROGRAM_ERRORS.get(program)?.test(line) === true);
  };
  return isWhole && output.length > 0 && output.every(isProgramError);
}

/**
 * Returns where the output of a tool reports a failure: its start, the first and the last exit code other than 0, the first and the last
 * message about a failed command, the count of failed tests, else the name of one, the first error of a compiler, and the verdict at the end.
 */
export function verdictSpans(text: string): Span[] {
  const { failureCodes, messages } = scanShellLines(text);
  const lines = [failureCodes[0], failureCodes.at(-1), messages[0], messages.at(-1)];
  const run = findFailingRun(text);
  const error = COMPILE_ERROR.exec(text);
  const compiler = error && { start: error.index, end: error.index + error[0].length };
  const verdict = findVerdict(text);
  const end = verdict?.hasFailed === true ? verdict : undefined;
  return [findFailureAtStart(text), ...lines, run?.total ?? run?.tests[0], compiler, end].filter(
    (span) => span != null,
  );
}

/** Returns the line with which the output of a command reports a success of tests, checks or a build. None if the command prints texts of others. */
export function successSpan(text: string, command: string): Span | undefined {
  return printsTexts(command) ? undefined : findSuccess(text);
}
