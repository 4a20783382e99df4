import { PRICES, priceCall } from '@palimpsest/orchestrator';
import type { IContent } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { rowOf } from '../src/replay/bills.ts';
import { estimateEntries } from '../src/replay/counted-entries.ts';
import { modelSummary } from '../src/replay/policies/model-summary.ts';
import { replayBudget } from '../src/replay/replay-budget.ts';
import type { Replayed } from '../src/replay/replay.ts';

const said = (speaker: 'human' | 'ai', length: number): IContent => ({
  speaker,
  blocks: [{ type: 'text', text: 'word '.repeat(length) }],
});

const replayed = (bill: number, held = 5): Replayed => ({
  bill,
  calls: 10,
  peak: 1,
  tooLarge: 0,
  extraCost: 0,
  waited: 0,
  promptTokens: 0,
  writtenTokens: 0,
  rewrites: 0,
  needed: 10,
  held,
});

test('a row has quartiles of the shares, and names every session that costs more', () => {
  const pairs = [50, 80, 90, 104, 120].map((bill, at) => ({
    id: `s${at}`,
    own: replayed(bill, at),
    summary: replayed(100),
  }));
  expect(rowOf('anthropic', 'ours', pairs)).toMatchObject({
    sessions: 5,
    bill: 444,
    summaryBill: 500,
    lower: 80,
    median: 90,
    upper: 104,
    largest: 120,
    cheaper: 60,
    dearer: 20,
    held: 20,
    losing: ['s3', 's4'],
  });
});

test('a summary replaces what precedes the newest message of the model, and its call is paid', async () => {
  const budget = replayBudget(32_000);
  const prices = PRICES.anthropic;
  const run = modelSummary.start({ prices, budget, estimateTokens: estimateEntries, settings: {} });
  const usage = { promptTokens: 0, completionTokens: 0, totalTokens: 0 };
  const first = await run.request([said('human', 4_000)], 0);
  expect(first.extraCost).toBeUndefined();
  const newest = said('ai', 10);
  await run.answered(newest, usage);
  const next = said('human', 40_000);
  const { entries, extraCost } = await run.request([next], 1);
  expect(entries.slice(1)).toEqual([newest, next]);
  const summary = estimateEntries(entries.slice(0, 1));
  expect(summary).toBeGreaterThan(7_900);
  expect(summary).toBeLessThanOrEqual(8_000);
  const cached = estimateEntries([said('human', 4_000), newest, next]);
  expect(extraCost).toBeCloseTo(priceCall(prices, { cached, output: summary }), 9);
});
