import { LONGEST_LINE, REASON, TESTS } from './failing-run.ts';

/** A failing test and its reason, as line indices. */
export interface FailingTest {
  readonly test: number;
  readonly reason: number | undefined;
}

/** The reason is searched in this many lines after the name of a test, then before it: `go test -v` prints the name last. */
const LINES_AFTER = 3;
const LINES_BEFORE = 6;

/** Finds the first failing tests in the lines of a test run, at most `maxTests`, each with the reason next to it. */
export function findFailingTests(lines: readonly string[], most: number): FailingTest[] {
  const found: FailingTest[] = [];
  const names = new Set<string>();
  for (let at = 0; at < lines.length && found.length < most; at += 1) {
    const line = lineAt(lines, at);
    if (!isTest(line) || names.has(line)) continue;
    names.add(line);
    found.push({ test: at, reason: reasonBeside(lines, at) });
  }
  return found;
}

function reasonBeside(lines: readonly string[], test: number): number | undefined {
  for (let at = test + 1; at <= test + LINES_AFTER && at < lines.length; at += 1) {
    const line = lineAt(lines, at);
    if (isTest(line)) break;
    if (REASON.test(line)) return at;
  }
  for (let at = test - 1; at >= test - LINES_BEFORE && at >= 0; at -= 1) {
    const line = lineAt(lines, at);
    if (isTest(line)) break;
    if (REASON.test(line)) return at;
  }
  return undefined;
}

/** Returns whether a line names a test in full; lines that only mention a failure do not count. */
function isTest(line: string): boolean {
  return TESTS[0]!.test(line) || TESTS[1]!.test(line);
}

function lineAt(lines: readonly string[], at: number): string {
  return lines[at]!.slice(0, LONGEST_LINE).trim();
}
