import { parseGapMarker } from '@palimpsest/core-types';
import { lineSpans, type Span } from '../text/index.ts';

/** A line at the end of an output with which a program reports that it failed, or that it did not. */
interface Verdict extends Span {
  readonly hasFailed: boolean;
}

const anyOf = (patterns: readonly (RegExp | string)[]): RegExp =>
  new RegExp(
    patterns.map((each) => (typeof each === 'string' ? each : each.source)).join('|'),
    'i',
  );

/** What may follow a failure or a count of them: not `3 errors fixed`, `error-free`, `3 failed jobs were requeued`. */
const AFTER_FAILURE =
  '(?= *(?:$|[.,;:|(!)]|(?:and|or|out|of|in|on|at|with|after|while|during|for|due|because|found|locally|generated|detected|reported|occurred|remaining|total|\\d+)\\b))';

/** Lines with which programs end after a failure. They match without frames, bullets and levels before them, in any case. */
const FAILED = anyOf([
  // Gradle, Maven, Bazel, .NET, Xcode.
  /^(?:failed: |error: )?(?:build|tests?|archive) (?:failed|failure\b|did not complete)/,
  /^failure: |^(?:failures|errors)!$|^failed(?:$|!| \||:(?! *0\b)| (?:tests?|checks?)(?= *(?:$|[1-9]|:(?! *0\b))))/,
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
  `^(?:result|status|verdict|outcome)\\s*[:=]\\s*(?:fail(?:ed|ure|ing|s)?|errors?|not ok)${AFTER_FAILURE}`,
]);

/** More such lines, with upper and lower case exactly as here: `… FAILED` of a test or a step, `error: …` of compilers. `Error: …` may be a line of a log. */
const CASED_FAILED = /[\s:.]FAILED$|^(?:error|ERROR)(?:\[\w{1,10}\])?: /;

/** Counts of failures above 0, as runners of tests and checks write them, one or several in a line. */
const FAILURE_COUNT = anyOf([
  String.raw`(?:^|[,;|] *)(?:[\w ]{0,30}[:=] *)?[1-9][\d,]* (?:of \d+ )?(?:[a-z]+ ){0,2}(?:fail(?:ed|ing|ures?|s)?|errors?)${AFTER_FAILURE}`,
  String.raw`^(?:executed )?\d[\d,]* [a-z]+(?: completed)?,.{0,80} [1-9]\d{0,6} (?:fail(?:ed|ing|ures?)?|fails|errors?)${AFTER_FAILURE}`,
  String.raw`^executed .{0,80} [1-9]\d{0,6} fail(?:s|ures?)${AFTER_FAILURE}|^found [1-9]\d{0,6} errors?${AFTER_FAILURE}|[1-9]\d{0,6} error\(s\)`,
  String.raw`\b(?:failed|failures?|errors?|unreachable)(?:=|: *)[1-9][\d,]*(?![\d,%\w]|\.\d)|\([1-9]\d{0,6} (?:errors?|failures?)${AFTER_FAILURE}`,
]);
/** A count of failures that are gone. */
const REPAIRED =
  /\b(?:0 remaining|[1-9]\d* fixed)\b(?!.*\b[1-9]\d* remaining)|\(ignored\)|\b(?:fixed|repaired|resolved|ignored|retried|requeued)[.)]*$/i;
/** A value with the name `error` that is a measurement, `none`, or a count of 0. */
const MEASURED =
  /^(?:failed|failures?|errors?): *0 *(?:$|[,;|])|^[^:=]{0,80}\berrors?(?: ?\([^()]{0,80}\))?\s*[:=]\s*(?:[-+]?(?:\d*\.\d+(?:e[-+]?\d+)?|0|\d+(?=%))%?|\(?none\)?|null|nil|n\/a|\[\]|"")[.,]?$/i;
/** A count of 0 failures. */
const ZERO_FAILURES =
  /\b0 (?:\w+ )?(?:failed|failures?|errors?)\b(?!.*fixable)|\b(?:failed|failures?|errors?)[:=] *0(?![\d.])/i;
/** Words for no failure, and the sign of a passed test. */
const NO_FAILURE = /\b(?:no|without) (?:\w+ )?(?:errors?|failures?|failed)\b|[✓✔]/i;

/** Lines with which programs end after a success: what they printed before was no failure of theirs. */
const SUCCEEDED =
  /^(?:build|tests?|\w+) succe(?:ss|eded)|^successfully |^test result: ok|^(?:all )?(?:ok|done)\b(?!.*[1-9]\d* (?:errors?|fail))|^apply complete/i;

/** More lines with which tests and checks report that all is well. */
const PASSED =
  /^(?:no|0) (?:\w+ )?(?:issues|problems|errors|warnings)\b|^all checks passed|\b[1-9]\d* (?:tests? |specs? )?pass(?:ed|ing)\b|\bno issues found\b|\bcompiled successfully\b/i;

/** The last line of an error message, if only remarks follow. */
const MESSAGE_END =
  /^(?:[\w.$]{0,80}(?:Error|Exception)(?:$|[:( ])|(?:Failed to|Could not|Cannot|Unable to) |(?:[\w./-]{1,80}: )+(?:cannot |(?:error|fatal)\b(?!-))|\S{1,200}:\d{1,6}:in .{1,300}\(\w+\)$|(?:The connection to the server|Permission denied \())/;
/** What tools add after an error: advice, frames of a stack, indented details. */
const REMARK =
  /^(?:\s{2,}|\t)|^\s*(?:at |hint:|note:|remote:|see\b|please\b|and the repository exists|for more information|if you|try\b|run\b|use\b)/i;

/** Lines at the end of an output in which a verdict is searched; earlier lines rarely are about the whole run. */
const MAX_VERDICT_LINES = 40;
/** Lines at the end in which a count of failures is a verdict: further up it may be the count of one part. */
const MAX_COUNT_LINES = 12;
/** Start of a line that is read, in UTF-16 units: it bounds the time for long lines. */
const MAX_LINE_LENGTH = 400;
/** Frames, bullets and levels before the text of a line. */
const LINE_PREFIX = /^(?:[│╷╵|>*=#✖×✗✘❌!•\s-]+|\[(?:info|error|warn(?:ing)?)\]\s*)+/i;

/** Returns the last line of an output that reports how the program ended; `undefined` if none does. */
export function findVerdict(output: string): Verdict | undefined {
  let areOnlyRemarksBelow = true;
  let lines = 0;
  for (const { start, end } of lineSpans(output).toReversed()) {
    const line = output.slice(start, Math.min(end, start + MAX_LINE_LENGTH));
    const text = line.replace(LINE_PREFIX, '').trimEnd();
    if (text === '') continue;
    // A gap marker counts as the lines that it replaces.
    lines += parseGapMarker(text) ?? 1;
    if (lines > MAX_VERDICT_LINES) return undefined;
    const isMessage = CASED_FAILED.test(text) || (areOnlyRemarksBelow && MESSAGE_END.test(text));
    const hasFailed =
      FAILED.test(text) ||
      (isMessage && !isMeasured(text)) ||
      (lines <= MAX_COUNT_LINES && countsFailures(text));
    if (hasFailed || SUCCEEDED.test(text) || ZERO_FAILURES.test(text))
      return { ...trimSpan(output, start, end), hasFailed };
    if (!REMARK.test(line.replace(/^│ ?/, ''))) areOnlyRemarksBelow = false;
  }
  return undefined;
}

/** Returns the last line of an output that reports that tests, checks or a build succeeded; `undefined` if a line after it reports a failure. */
export function findSuccess(output: string): Span | undefined {
  for (const { start, end } of lineSpans(output).slice(-MAX_VERDICT_LINES).toReversed()) {
    const text = output
      .slice(start, Math.min(end, start + MAX_LINE_LENGTH))
      .replace(LINE_PREFIX, '')
      .trimEnd();
    if (FAILED.test(text) || CASED_FAILED.test(text) || countsFailures(text)) return undefined;
    if ([SUCCEEDED, ZERO_FAILURES, PASSED].some((pattern) => pattern.test(text)))
      return trimSpan(output, start, end);
  }
  return undefined;
}

function countsFailures(text: string): boolean {
  return FAILURE_COUNT.test(text) && !REPAIRED.test(text);
}

/** Returns whether a line is only a value with the name of an error: `Error: 0.34`, `error: none`, `Failed: 0, …`. */
export function isMeasured(line: string): boolean {
  return MEASURED.test(line.trim());
}

/** Returns whether a line with words of a failure reports none. */
export function reportsNoError(line: string): boolean {
  const text = line.replace(LINE_PREFIX, '').trim().slice(0, MAX_LINE_LENGTH);
  if (FAILED.test(text) || countsFailures(text)) return false;
  return [SUCCEEDED, ZERO_FAILURES, NO_FAILURE, REPAIRED, MEASURED].some((pattern) =>
    pattern.test(text),
  );
}

function trimSpan(output: string, start: number, end: number): Span {
  const line = output.slice(start, end);
  const from = end - line.trimStart().length;
  return { start: from, end: from + line.trim().length };
}
