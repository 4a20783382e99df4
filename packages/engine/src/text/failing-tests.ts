import { lineSpans, type Span } from './line-spans.ts';

/** The lines of a failing test run that describe the failure, without surrounding white space. */
interface FailingRun {
  /** The number of failures in the whole run; `undefined` if the output does not contain it, for example after `grep`. */
  readonly total?: Span;
  /** The most complete names of failing tests, each once, at most 20. */
  readonly tests: readonly Span[];
  /** The reason of the failure. */
  readonly reason?: Span;
}

/** Start of a line that patterns read, in UTF-16 units: it bounds the time for long lines. */
const MAX_LINE_LENGTH = 400;

/**
 * Counts of failures above 0 at the start of a line: vitest and jest (`Tests  1 failed | 24 passed`), pytest (`= 1 failed, 13 passed in
 * 0.05s =`), mocha (`1 failing`), cargo, go, unittest, RSpec, TAP, Maven, PHPUnit, .NET.
 */
const FAILURE_COUNT =
  /^(?:=+ )?(?:(?:Tests?|Test (?:Files|Suites)):? +)?[1-9]\d{0,8} (?:tests? )?(?:failed|failing|failures?)(?= *(?:$|[.,;|(]| in ))|^test result: FAILED|^FAIL(?:\t\S+\t[\d.]+s)?$|^FAILED \((?:failures|errors)=|^\d+ examples?, [1-9]\d* failures?|^[#ℹ] fail [1-9]|^(?:\[ERROR\] )?Tests(?: run)?: .*(?:Failures|Errors): [1-9]|^Failed! +- Failed: +[1-9]/;

/** Lines that name a failing test. Earlier patterns match more complete names. */
const TEST_NAMES: readonly RegExp[] = [
  /^FAIL(?:ED)? .* > |^● .* › |^FAILED \S+::|^--- FAIL: |^not ok \d+ - |^FAIL: |^test \S+ \.\.\. FAILED|^\[ERROR\] +\S+\.\S+:\d+/,
  /^[×✗✘✖✕] \S/,
  /^FAIL(?:ED)?:? +\S|\btest\b.* failed\b/i,
];

/** A line with the expected value or the thrown error. */
const REASON_LINE: RegExp =
  /^(?:[E>→] +)?(?:[\w.$]{0,80}(?:Error|Exception)\b(?! Trace:)|expected\b|expect\(|assert|panicked at|panic: |thread '.{0,80}' panicked)/i;

/** A line that a test of Go logs. The last one of a failing test is the reason: what fails a test ends it. Without text, the reason follows below. */
const GO_LOG = /^[^\s:]{1,200}\.go:\d{1,6}:(?: |$)/;

/** What every failing run contains. Most texts do not, and their lines need not be read. */
const MAY_FAIL = /fail|not ok|Errors: |● |\[ERROR\]/i;

/** Maximum number of failing tests that are listed: the excerpt of a failure shows no more. */
const MAX_NAMES = 20;

/**
 * Finds the lines that describe a failed test run: the last count of failures, the lines with the most complete names of failing tests, and
 * the first line with a reason; of Go, the last line that the first failing test logged. Returns `undefined` for any other text, for a run
 * without failures, and without a count also if no test is named in full. Linear in the text.
 */
export function findFailingRun(text: string): FailingRun | undefined {
  if (!MAY_FAIL.test(text)) return undefined;
  let total: Span | undefined;
  let reason: Span | undefined;
  let log: Span | undefined;
  let tests = new Map<string, Span>();
  let rank = TEST_NAMES.length;
  for (const span of lineSpans(text)) {
    const trimmed = text.slice(span.start, span.end).trim();
    if (trimmed === '') continue;
    const start = text.indexOf(trimmed[0]!, span.start);
    const end = start + trimmed.length;
    const line = trimmed.slice(0, MAX_LINE_LENGTH);
    if (GO_LOG.test(line)) {
      log = line.endsWith(':') && !line.includes(' ') ? undefined : { start, end };
      continue;
    }
    if (/^(?:--- )?FAIL\b/.test(line)) reason ??= log;
    else if (line.startsWith('--- ')) log = undefined;
    if (FAILURE_COUNT.test(line)) {
      total = { start, end };
      continue;
    }
    const named = TEST_NAMES.findIndex((pattern, index) => index <= rank && pattern.test(line));
    const isReason = (reason ?? log) === undefined && REASON_LINE.test(line);
    // A second line that names a test no better may be its reason.
    if (named >= 0 && (named < rank || !isReason)) {
      if (named < rank) tests = new Map();
      rank = named;
      if (tests.size < MAX_NAMES && !tests.has(line)) tests.set(line, { start, end });
    } else if (isReason) {
      reason = { start, end };
    }
  }
  if (total === undefined && rank > 0) return undefined;
  reason ??= log;
  return {
    tests: [...tests.values()],
    ...(total === undefined ? {} : { total }),
    ...(reason === undefined ? {} : { reason }),
  };
}
