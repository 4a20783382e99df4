import { contextBudget, createCostLedger, localPrices, PRICES } from '@palimpsest/orchestrator';

const budget = contextBudget({ contextLimit: 128_000, overheadTokens: 6_000 });
console.log(budget.target, budget.trigger, budget.limit); // 63195 101326 119208

const ledger = createCostLedger(PRICES.anthropic);
const usage = {
  promptTokens: 481_600,
  completionTokens: 700,
  totalTokens: 482_300,
  cachedTokens: 480_000,
  cacheCreationTokens: 1_600,
};
ledger.record({ predicted: { cached: 480_000, written: 1_600, output: 500 }, usage });
console.log(ledger.totals.difference.toFixed(3)); // 0.005

// A local model that reads 600 tokens of a prompt in a second, and generates 30: its prices are seconds.
const local = localPrices({ prefillTokensPerSecond: 600, decodeTokensPerSecond: 30 });
console.log(createCostLedger(local).record({ usage }).reported.toFixed(1)); // 26.0
