import {
  contextBudget,
  createCostLedger,
  createEditSchedule,
  priceEdits,
  PRICES,
} from '@palimpsest/orchestrator';

const budget = contextBudget({ contextLimit: 128_000, fixedTokens: 6_000 });
console.log(budget.target, budget.trigger, budget.limit); // 63195 101326 119208

// Removing 4,800 tokens of a long conversation rewrites 275,200 cached tokens.
const prices = PRICES.anthropic;
const edits = {
  prefixTokens: 200_000,
  suffixTokensBefore: 281_600,
  suffixTokensAfter: 276_800,
  freshTokens: 1_600,
};
const { cost, saving, breakEvenCalls } = priceEdits({
  ...edits,
  prices,
  expectedCalls: 20,
  msSinceLastCall: 10_000,
});
console.log(cost.toFixed(2), saving.toFixed(2), breakEvenCalls); // 1.58 0.05 660

// So the edits wait until the cache is cold.
const schedule = createEditSchedule({ prices });
let state = schedule.start;
for (const minutes of [0, 1, 2, 9]) {
  const now = minutes * 60_000;
  const due = minutes === 0 ? {} : { edits };
  const step = schedule.next(state, { now, tokens: 481_600, limit: 900_000, ...due });
  state = step.state;
  console.log(`${minutes} min: ${step.action}, ${step.reason}`);
  // 0 min: nothing, no-edits
  // 1 min: wait, does-not-pay
  // 2 min: wait, does-not-pay
  // 9 min: apply, costs-nothing
}

const ledger = createCostLedger(prices);
ledger.record({
  predicted: { cached: 480_000, written: 1_600, output: 500 },
  usage: {
    promptTokens: 481_600,
    completionTokens: 700,
    totalTokens: 482_300,
    cachedTokens: 480_000,
    cacheCreationTokens: 1_600,
  },
});
console.log(ledger.totals.difference.toFixed(3)); // 0.005
