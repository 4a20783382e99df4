import { availableParallelism } from 'node:os';
import { runJobs } from '../threads/run-jobs.ts';
import { RATIOS, type RulesJob, type RulesTally } from './rules-cases.ts';

/** Number of parts of the corpus: enough to spread the longest conversations over the threads. */
const PARTS = 24;

/** Measures how many compressions of recorded conversations break a rule, of a provider or of this project, that their input kept. */
export async function measureRules(): Promise<RulesTally> {
  const threads = Math.min(4, availableParallelism());
  const jobs = Array.from({ length: PARTS }, (_, part): RulesJob => ({ part, of: PARTS }));
  const module = new URL('rules-worker.ts', import.meta.url);
  const tallies = await runJobs<RulesTally>(module, jobs, threads);
  const broken: Record<string, number> = {};
  const examples: Record<string, string> = {};
  for (const tally of tallies) {
    for (const [key, count] of Object.entries(tally.broken))
      broken[key] = (broken[key] ?? 0) + count;
    for (const [key, example] of Object.entries(tally.examples)) examples[key] ??= example;
  }
  const sum = (read: (tally: RulesTally) => number): number =>
    tallies.reduce((total, tally) => total + read(tally), 0);
  return {
    conversations: sum((tally) => tally.conversations),
    compressions: sum((tally) => tally.compressions),
    applied: sum((tally) => tally.applied),
    broken,
    examples,
  };
}

/** Returns a row per rule, format and strategy, with a column per share. */
export function brokenRows({ broken }: Pick<RulesTally, 'broken'>): readonly object[] {
  const rows = new Map<string, Record<string, string | number>>();
  for (const [key, count] of Object.entries(broken).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [rule = '', format = '', strategy = '', ratio = ''] = key.split(' | ');
    const name = `${rule} ${format} ${strategy}`;
    const row = rows.get(name) ?? {
      rule,
      format,
      strategy,
      ...Object.fromEntries(RATIOS.map((share) => [`to ${share}`, 0])),
    };
    row[`to ${ratio}`] = count;
    rows.set(name, row);
  }
  return [...rows.values()];
}
