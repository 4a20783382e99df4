import type { FuzzReport } from './fuzz.ts';
import type { Counterexample } from './shrink-case.ts';
import type { BrokenCase } from './slice.ts';

/** Maximum number of characters shown of a case; its command reproduces longer ones. */
const MAX_CHARACTERS = 20_000;

/** Formats the progress of a run in one line. */
export function progressLine({ total, seconds, broken }: FuzzReport): string {
  return `${total} cases in ${Math.round(seconds)} s, ${broken.length} broken `;
}

/** Formats the result of a run: seed, cases by kind and subject, time, and number of violations. */
export function fuzzSummary(report: FuzzReport): string {
  const { seed, total, seconds, cases, broken, slowest } = report;
  const rows = Object.entries(cases).map(
    ([name, count]) => `${String(count).padStart(9)}  ${name}`,
  );
  const rate = Math.round(total / seconds);
  return [
    `seed ${seed}`,
    ...rows,
    `${String(total).padStart(9)}  cases in ${seconds.toFixed(1)} s (${rate} a second; the slowest, ${slowest.index}, took ${Math.round(slowest.milliseconds)} ms)`,
    `${String(broken.length).padStart(9)}  violations`,
  ].join('\n');
}

/** Formats a broken case: its problems, the smallest counterexample, and the command to reproduce it. */
export function shownCase(
  { kind, subject, rule, message }: BrokenCase,
  replay: string,
  found: Counterexample | undefined,
): string {
  const head = `\n${kind}: ${subject} breaks "${rule}"; again with\n  ${replay}`;
  if (found === undefined)
    return `${head}\n  ${rule}: ${message} (not so when the case was run alone)`;
  const { one, problems, steps } = found;
  const said = problems.map((problem) => `  ${problem.rule}: ${problem.message}`);
  const text = JSON.stringify(one);
  const shown =
    text.length > MAX_CHARACTERS
      ? `${text.slice(0, MAX_CHARACTERS).toWellFormed()}… (${text.length} characters)`
      : text;
  return [head, ...said, `  made smaller ${steps} times:`, `  ${shown}`].join('\n');
}
