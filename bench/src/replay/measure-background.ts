import { writeResult } from '../benchmarks/results.ts';
import { printTable } from '../tables.ts';
import { ours } from './policies/ours.ts';
import { summaryInBackground, summaryInRequest } from './policies/summary-in-background.ts';
import type { Policy } from './policy.ts';
import { TABLES } from './price-tables.ts';
import { replayBudget } from './replay-budget.ts';
import { replaySessions, WINDOWS } from './replay-corpus.ts';
import { readReplayOptions } from './replay-options.ts';
import { replay, type Replayed } from './replay.ts';
import { untouchedPeak } from './turns.ts';

const POLICIES: readonly Policy[] = [
  { ...ours, name: 'no model' },
  summaryInRequest,
  summaryInBackground,
];

/**
 * Prints what recorded sessions cost with a summary by a model in the background, with requests that wait for it, and without a model.
 * Arguments as for `bench replay`: `--sample`, `--window`, `--prices`, `--half`. A run over all sessions of window 128k with the prices of
 * Anthropic writes `bench/results/background-bills.json`.
 */
const given = process.argv.slice(2);
const options = readReplayOptions(given);
const isDefault = given.length === 0;
const windows = given.includes('--window') ? options.windows : (['128k'] as const);
const prices = given.includes('--prices') ? options.prices : (['anthropic'] as const);
for (const window of windows) {
  for (const table of prices) {
    const rows = await measure(window, table);
    printTable(`background, window ${window}, prices ${table}: sessions that do not fit`, rows);
    if (isDefault) writeResult('background-bills', { window, prices: table, rows });
  }
}

async function measure(window: keyof typeof WINDOWS, table: keyof typeof TABLES) {
  const budget = replayBudget(WINDOWS[window]);
  const found = new Map<string, Replayed[]>(POLICIES.map(({ name }) => [name, []]));
  for (const session of replaySessions(options.isSample, options.half)) {
    if (untouchedPeak(session) <= budget.limit) continue;
    for (const policy of POLICIES) {
      const replayed = await replay(session, policy, { prices: TABLES[table], budget });
      found.get(policy.name)!.push(replayed);
    }
  }
  return [...found].map(([policy, replayed]) => rowOf(policy, replayed));
}

function rowOf(policy: string, sessions: readonly Replayed[]) {
  const sum = (member: keyof Replayed): number =>
    sessions.reduce((total, session) => total + session[member], 0);
  return {
    policy,
    sessions: sessions.length,
    bill: rounded(sum('bill')),
    forSummaries: rounded(sum('extraCost')),
    requests: sum('calls'),
    waited: sum('waited'),
    tooLarge: sum('tooLarge'),
    promptTokens: sum('promptTokens'),
    writtenTokens: sum('writtenTokens'),
    /** Per cent of the values that calls needed. */
    held: rounded((100 * sum('held')) / sum('needed')),
  };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
