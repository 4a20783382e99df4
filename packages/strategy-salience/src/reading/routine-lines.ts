import { isContinuation, unitEnd, unitStart, type ParsedText } from './parsed-text.ts';
import { unitsIn } from './text-lines.ts';

/**
 * The start of a line by which a test runner reports that a test starts or has passed: of Go, node, TAP, cargo and pytest. Or of a command that
 * a runner of tasks repeats: `[test] $ go test ./...`.
 */
const PASSED =
  /^\s*(?:(?:\[[\w:.-]{1,30}\] )?\$ |=== (?:RUN|PAUSE|CONT|NAME)\b|--- PASS:|[✓✔√] |ok \d+ |test \S+ \.\.\. ok$|\S+::\S+ PASSED\b)/;

/** Any such line in a text. */
const ANY = new RegExp(PASSED.source, 'm');

/** Hashes of a diff, and what a host counts: tokens, calls and time of another agent. */
const BOOKKEEPING =
  /^(?: *\d+→)?(?:index [0-9a-f]{7,40}\.\.[0-9a-f]{7,40}\b.*|similarity index \d+%)$|^agentId: \w+ \(.*|<usage>[^<]{1,200}<\/usage>/gm;

/** The header of a change in a diff, and the unchanged lines of it. */
const CHANGE = /^@@ -\d.*(?:\n(?:[ +\\-].*)?)+/gm;
const UNCHANGED = /^ .*/gm;

/**
 * Returns the units of a result that are hardly needed again: bookkeeping, unchanged lines of a diff; of a command, lines that repeat it, or say
 * that a test starts or has passed.
 */
export function routineUnits(parsed: ParsedText, isCommand: boolean): ReadonlySet<number> {
  const units = new Set<number>();
  const { source, count } = parsed;
  const add = (start: number, { length }: string): void => {
    for (const unit of unitsIn(parsed, { start, end: start + length })) units.add(unit);
  };
  for (const { index, 0: line } of source.matchAll(BOOKKEEPING)) add(index, line);
  for (const { index, 0: change } of source.matchAll(CHANGE))
    for (const { index: at, 0: line } of change.matchAll(UNCHANGED)) add(index + at, line);
  if (!isCommand || !ANY.test(source)) return units;
  let isPassed = false;
  for (let unit = 0; unit < count; unit += 1) {
    if (!isContinuation(parsed, unit))
      isPassed = PASSED.test(source.slice(unitStart(parsed, unit), unitEnd(parsed, unit)));
    if (isPassed) units.add(unit);
  }
  return units;
}
