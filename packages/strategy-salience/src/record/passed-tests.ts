import { isContinuation, unitEnd, unitStart, type ParsedText } from '../reading/parsed-text.ts';

/**
 * The start of a line by which a test runner reports that a test starts or has passed: of Go, node, TAP, cargo and pytest. Or of a command that
 * a runner of tasks repeats: `[test] $ go test ./...`.
 */
const PASSED =
  /^\s*(?:(?:\[[\w:.-]{1,30}\] )?\$ |=== (?:RUN|PAUSE|CONT|NAME)\b|--- PASS:|[✓✔√] |ok \d+ |test \S+ \.\.\. ok$|\S+::\S+ PASSED\b)/;
/** Any such line in a text. */
const ANY = new RegExp(PASSED.source, 'm');

/** Returns the units of lines that say that a test starts or has passed, or that repeat a command: their names are hardly needed again. */
export function passedTests(parsed: ParsedText): ReadonlySet<number> {
  const units = new Set<number>();
  const { source, count } = parsed;
  if (!ANY.test(source)) return units;
  let isPassed = false;
  for (let unit = 0; unit < count; unit += 1) {
    if (!isContinuation(parsed, unit))
      isPassed = PASSED.test(source.slice(unitStart(parsed, unit), unitEnd(parsed, unit)));
    if (isPassed) units.add(unit);
  }
  return units;
}
