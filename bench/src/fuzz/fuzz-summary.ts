import type { FuzzReport } from './fuzz.ts';
import type { Counterexample } from './shrink-case.ts';
import type { BrokenCase } from './slice.ts';

/** Characters of a case that are shown; what is longer is found again by its command. */
const MOST_CHARACTERS = 20_000;

/** How far a run is, in one line. */
export function progressLine({ total, seconds, broken }: FuzzReport): string {
  return `${total} cases in ${Math.round(seconds)} s, ${broken.length} broken `;
}

/** What a run came to: the seed, cases by kind and subject, time, and what broke. */
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

/** A broken case in full: what is broken, the smallest case that was found, and how to run it again. */
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
    text.length > MOST_CHARACTERS
      ? `${text.slice(0, MOST_CHARACTERS).toWellFormed()}… (${text.length} characters)`
      : text;
  return [head, ...said, `  made smaller ${steps} times:`, `  ${shown}`].join('\n');
}
