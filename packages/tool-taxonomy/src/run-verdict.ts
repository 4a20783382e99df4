import { parseGapMarker } from '@palimpsest/core-types';
import { lineSpans, type Span } from '@palimpsest/text';

/** How a program says at its end that it failed, or that it did not. */
interface Verdict extends Span {
  readonly hasFailed: boolean;
}

const any = (patterns: readonly RegExp[]): RegExp =>
  new RegExp(patterns.map(({ source }) => source).join('|'), 'i');

/** Lines with which programs end after a failure. They match without frames, bullets and levels before them, in any case. */
const FAILED = any([
  // Gradle, Maven, Bazel, .NET, Xcode.
  /^(?:failed: |error: )?(?:build|tests?|archive) (?:failed|failure\b|did not complete)/,
  /^failure: |^(?:failures|errors)!$|^failed(?:$|[!:]| \|| (?:tests?|checks?)\b)/,
  // Make, Ninja, CMake, CTest.
  /^[\w./+-]{1,80}(?:\[\d{1,4}\])?: \*\*\* |^ninja: (?:build stopped|error)|^cmake error|^configuring incomplete/,
  /^\d{1,3}% tests passed, [1-9]|^errors while running ctest/,
  // Git, Docker, Kubernetes, Terraform, npm, curl.
  /^\[(?:remote )?rejected\]|^conflict \(|^automatic merge failed|^aborting$|^fatal: /,
  /error response from daemon: |returned a non-zero code: \d|^error from server\b|^an error occurred \(/,
  /^on \S{1,100} line \d{1,6}(?:,|:|$)|^npm (?:err!|error) |^(?:elifecycle|err_pnpm_\w+)\b|^curl: \(\d/,
  // Compilers and command lines.
  /^[^\s:]{1,200}:(?:\d{1,6}:){1,2} error\b|^psql:.{1,200}: error: |^code style issues found/,
  // Programs that end with an exception.
  /^node\.js v\d|^thread '.{0,80}' panicked at|^panic: |^exit status [1-9]|^exception in thread "|^segmentation fault/,
  /^(?:exit(?:ed)?(?:[ _-](?:code|status))?|rc|return code)(?: is| with)?[ :=]+[1-9]\d{0,2}$/,
  /^(?:result|status|verdict|outcome)\s*[:=]\s*(?:fail|error|not ok)/,
]);

/** The same in exactly this case: a test or a step, and the errors of compilers. `Error: …` may also be a line of a log. */
const MARKED_FAILED = /[\s:.]FAILED$|^(?:error|ERROR)(?:\[\w{1,10}\])?: /;

/** Counts of failures above 0, as runners of tests and checks write them below each other or in a row. */
const COUNTED = any([
  /^(?:[\w ]{0,30}[:=] *)?[1-9][\d,]* (?:of \d+ )?(?:[a-z]+ ){0,2}(?:fail(?:ed|ing|ures?|s)?|errors?)(?=$|[\s.,;:|(])/,
  /^(?:executed )?\d[\d,]* [a-z]+(?: completed)?,.{0,80} [1-9]\d{0,6} (?:fail(?:ed|ing|ures?)?|fails|errors?)\b/,
  /^executed .{0,80} [1-9]\d{0,6} fail(?:s|ures?)\b|^found [1-9]\d{0,6} errors?\b|[1-9]\d{0,6} error\(s\)/,
  /\b(?:failed|failures?|errors?|unreachable)(?:=|: *)[1-9]|\([1-9]\d{0,6} (?:errors?|failures?)\b/,
]);
const REPAIRED = /\b(?:0 remaining|[1-9]\d* fixed)\b|\(ignored\)/i;

/** Lines with which programs end after a success: what they printed before was no failure of theirs. */
const SUCCEEDED =
  /^(?:build|tests?|\w+) succe(?:ss|eded)|^successfully |^test result: ok|^(?:all )?(?:ok|done)\b|^apply complete|\b0 (?:failed|failures|errors?)\b(?!.*fixable)|\b(?:failed|failures|errors)[:=] *0\b/i;

/** The last line of an error message, if only remarks follow. */
const ERROR_LINE =
  /^(?:[\w.$]{0,80}(?:Error|Exception)(?:$|[:( ])|(?:Failed to|Could not|Cannot|Unable to) |(?:[\w./-]{1,80}: )+(?:cannot |error\b|fatal\b)|\S{1,200}:\d{1,6}:in .{1,300}\(\w+\)$|(?:The connection to the server|Permission denied \())/;
/** What tools add after an error: advice, frames of a stack, indented details. */
const REMARK =
  /^(?:\s{2,}|\t)|^\s*(?:at |hint:|note:|remote:|see\b|please\b|and the repository exists|for more information|if you|try\b|run\b|use\b)/i;

/** Lines at the end in which a program says how it ended, and in which it counts failures. */
const LAST_LINES = 40;
const LAST_COUNTS = 12;
/** Characters of a line that are read. */
const LINE_LENGTH = 400;
/** Frames, bullets and levels before what a line says. */
const FRAME = /^(?:[│╷╵|>*=#✖×✗✘❌!•\s-]+|\[(?:info|error|warn(?:ing)?)\]\s*)+/i;

/** Returns the last line of an output that says how the program ended; `undefined` if none does. */
export function findVerdict(output: string): Verdict | undefined {
  let isEnd = true;
  let lines = 0;
  for (const { start, end } of lineSpans(output).toReversed()) {
    const line = output.slice(start, Math.min(end, start + LINE_LENGTH));
    const said = line.replace(FRAME, '').trimEnd();
    if (said === '') continue;
    // A gap marker stands for lines.
    lines += parseGapMarker(said) ?? 1;
    if (lines > LAST_LINES) return undefined;
    const isCount = lines <= LAST_COUNTS && COUNTED.test(said) && !REPAIRED.test(said);
    if (
      isCount ||
      FAILED.test(said) ||
      MARKED_FAILED.test(said) ||
      (isEnd && ERROR_LINE.test(said))
    )
      return { ...trimmed(output, start, end), hasFailed: true };
    if (SUCCEEDED.test(said)) return { ...trimmed(output, start, end), hasFailed: false };
    if (!REMARK.test(line.replace(/^│ ?/, ''))) isEnd = false;
  }
  return undefined;
}

function trimmed(output: string, start: number, end: number): Span {
  const line = output.slice(start, end);
  const from = end - line.trimStart().length;
  return { start: from, end: from + line.trim().length };
}

/** Programs that print what others wrote: logs, files, earlier messages. */
const SHOWS =
  /^(?:cat|head|tail|less|more|bat|[ef]?grep|rg|ag|ack|sed|awk|jq|yq|find|ls|tree|echo|printf|wc|diff|sort|uniq|cut|nl|strings|history|journalctl|git (?:-\S+ )*(?:log|show|diff|blame|grep|status|branch|reflog)|(?:kubectl|docker|podman|oc)(?: compose)? (?:logs|get|describe|ps|inspect|events)|gh (?:run|pr|issue|api) )(?=\s|$)?/;
/** What a part of a command line does before it runs a program. */
const PREPARES = /^(?:(?:sudo|time|exec|\w+=\S*)\s+)+/;
const CHANGES_PLACE = /^(?:cd|pushd|export|source|set|\.)\b/;

/** Returns whether a command line only shows texts: what they say is no outcome. */
export function showsTexts(command: string): boolean {
  const parts = command
    .split(/&&|\|\||;|\n/)
    .map((part) => part.trim().replace(PREPARES, ''))
    .filter((part) => part !== '' && !CHANGES_PLACE.test(part));
  return parts.length > 0 && parts.every((part) => SHOWS.test(part));
}

/** Returns whether the exit code of a command line may be that of another program than the one that matters. */
export function hidesExitCode(command: string): boolean {
  return /\||;/.test(command);
}
