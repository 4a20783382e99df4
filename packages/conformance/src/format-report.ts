import type { CheckReport, Counterexample } from './check-strategy.ts';
import { invariants } from './laws/trial-laws.ts';

/** Maximum length of the history in a report, in UTF-16 units. */
const SHOWN = 4_000;

/** Formats a report: what was tried and, for each broken law, the guarantee, what is wrong, and the smallest situation that shows it. */
export function formatReport({
  strategy,
  runs,
  seed,
  applied,
  counterexamples,
}: CheckReport): string {
  const tried = `${strategy}: ${runs} situations (seed ${seed}), ${applied} of them compressed`;
  if (counterexamples.length === 0) return `${tried}. Every law held.`;
  return [
    `${tried}. Broken: ${counterexamples.length}.`,
    ...counterexamples.map(formatCounterexample),
  ].join('\n\n');
}

export function formatCounterexample({ law, messages, situation }: Counterexample): string {
  const guarantee = invariants.find(({ name }) => name === law)?.guarantee ?? '';
  const lines = [`${law}: ${guarantee}`, ...messages.map((message) => `- ${message}`)];
  if (situation === undefined) return lines.join('\n');
  const { history, ...circumstances } = situation;
  const shown = JSON.stringify(history, undefined, 1);
  return [
    ...lines,
    `where ${JSON.stringify(circumstances)}`,
    shown.length > SHOWN ? `${shown.slice(0, SHOWN)} … (${history.length} entries)` : shown,
  ].join('\n');
}
