import { localPrices, priceEdits } from '@palimpsest/orchestrator';

// 600 tokens of a prompt are read in a second, 30 are generated.
const prices = localPrices({ prefillTokensPerSecond: 600, decodeTokensPerSecond: 30 });

// 12,000 of 30,000 tokens go, from token 6,000 on: the other 12,000 are read again.
const { cost, saving, breakEvenCalls } = priceEdits({
  prices,
  prefixTokens: 6_000,
  suffixTokensBefore: 24_000,
  suffixTokensAfter: 12_000,
  freshTokens: 0,
  expectedCalls: 20,
  msSinceLastCall: 10_000,
});
console.log(cost, saving, breakEvenCalls); // 20 0 undefined

// After the server unloaded the model, everything is read again: now it pays at once.
const later = priceEdits({
  prices,
  prefixTokens: 6_000,
  suffixTokensBefore: 24_000,
  suffixTokensAfter: 12_000,
  expectedCalls: 20,
  msSinceLastCall: 10 * 60_000,
});
console.log(later.cost, later.saving, later.breakEvenCalls); // 0 20 1
