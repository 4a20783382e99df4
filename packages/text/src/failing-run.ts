import { forEachLine } from './line-spans.ts';
import type { Span } from './span.ts';

/** What the output of a failing test run says of the failure, each as a line without the space around it. */
export interface FailingRun {
  /** The count of failures of the whole run. */
  readonly total: Span;
  /** Names the first failing test. */
  readonly test?: Span;
  /** Says why it failed. */
  readonly reason?: Span;
}

/** Longest part of a line that a pattern sees, in UTF-16 units. */
export const LONGEST_LINE = 400;

/**
 * Counts of failures above 0 as runners print them at the start of a line: vitest and jest (`Tests  1 failed | 24 passed`), pytest
 * (`= 1 failed, 13 passed in 0.05s =`), mocha (`1 failing`), cargo, go, unittest, RSpec, TAP, Maven, PHPUnit, .NET.
 */
const TOTAL =
  /^(?:=+ )?(?:(?:Tests?|Test (?:Files|Suites)):? +)?[1-9]\d{0,8} (?:tests? )?(?:failed|failing|failures?)(?= *(?:$|[.,;|(]| in ))|^test result: FAILED|^FAIL(?:\t\S+\t[\d.]+s)?$|^FAILED \((?:failures|errors)=|^\d+ examples?, [1-9]\d* failures?|^[#ℹ] fail [1-9]|^(?:\[ERROR\] )?Tests(?: run)?: .*(?:Failures|Errors): [1-9]|^Failed! +- Failed: +[1-9]/;

/** A line that names a failing test, the more of it the earlier in this list. */
export const TESTS: readonly RegExp[] = [
  /^FAIL(?:ED)? .* > |^● .* › |^FAILED \S+::|^--- FAIL: |^not ok \d+ - |^FAIL: |^test \S+ \.\.\. FAILED|^\[ERROR\] +\S+\.\S+:\d+/,
  /^[×✗✘✖✕] \S/,
  /^FAIL(?:ED)?:? +\S|\btest\b.* failed\b/i,
];

/** A line that says what was expected, or what was thrown. */
export const REASON: RegExp =
  /^(?:[E>→] +)?(?:[\w.$]{0,80}(?:Error|Exception)\b|expected\b|expect\(|assert|panicked at|thread '.{0,80}' panicked|\S{1,200}_test\.go:\d)/i;

/** First characters of all these lines. */
const OPENING = /[\w=●×✗✘✖✕#ℹ[→>-]/;

/**
 * Finds what the output of a failing test run says of its failure: the last count of failures, the line that names a failing test best, and
 * the first line that says why. `undefined` for any other text, a run without failures included. Linear in the text.
 */
export function findFailingRun(text: string): FailingRun | undefined {
  let total: Span | undefined;
  let reason: Span | undefined;
  let test: Span | undefined;
  let rank = TESTS.length;
  forEachLine(text, (lineStart, lineEnd) => {
    let [start, end] = [lineStart, lineEnd];
    while (start < end && isSpace(text.charCodeAt(start))) start += 1;
    while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
    if (!OPENING.test(text[start] ?? '')) return;
    const line = text.slice(start, Math.min(end, start + LONGEST_LINE));
    if (TOTAL.test(line)) {
      total = { start, end };
      return;
    }
    const better = TESTS.findIndex((pattern, index) => index < rank && pattern.test(line));
    if (better >= 0) {
      rank = better;
      test = { start, end };
    } else if (reason === undefined && REASON.test(line)) {
      reason = { start, end };
    }
  });
  if (total === undefined) return undefined;
  return {
    total,
    ...(test === undefined ? {} : { test }),
    ...(reason === undefined ? {} : { reason }),
  };
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x09;
}
