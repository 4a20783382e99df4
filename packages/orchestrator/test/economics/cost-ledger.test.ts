import { expect, test } from 'vitest';
import { createCostLedger, PRICES } from '../../src/index.ts';
import { PricingError } from '../../src/economics/call-cost.ts';
import type { LedgerSnapshot } from '../../src/economics/cost-ledger.ts';

const usage = {
  promptTokens: 100_000,
  completionTokens: 1_000,
  totalTokens: 101_000,
  cachedTokens: 90_000,
  cacheCreationTokens: 10_000,
};

test('records the predicted and the reported cost of a call', () => {
  const ledger = createCostLedger(PRICES.anthropic);
  // Predicted: 95,000 read, 5,000 written, 1,000 output tokens. Reported: 90,000, 10,000, 1,000.
  const predicted = { cached: 95_000, written: 5_000, output: 1_000 };
  const call = ledger.record({ at: 7, usage, predicted });
  expect(call).toMatchObject({ at: 7, tokens: { cached: 90_000, written: 10_000, uncached: 0 } });
  expect(call.predicted).toBeCloseTo(0.0475 + 0.03125 + 0.025, 12);
  expect(call.reported).toBeCloseTo(0.045 + 0.0625 + 0.025, 12);
});

test('continues from a saved ledger', () => {
  const whole = createCostLedger(PRICES.openai);
  whole.record({ at: 1, usage, predicted: 0.5 });
  const saved = JSON.parse(JSON.stringify(whole)) as LedgerSnapshot;
  const later = createCostLedger(PRICES.openai, { from: saved });
  expect(later.totals).toEqual(whole.totals);
  whole.record({ usage });
  later.record({ usage });
  expect(later.toJSON()).toEqual(whole.toJSON());
});

test('rejects invalid predictions, cache TTLs and saved ledgers', () => {
  const ledger = createCostLedger(PRICES.anthropic);
  expect(() => ledger.record({ usage, predicted: Number.NaN })).toThrow(PricingError);
  expect(() => createCostLedger(PRICES.anthropic, { cacheTtl: '2h' })).toThrow(PricingError);
  const from = { version: 2, calls: [] } as unknown as LedgerSnapshot;
  expect(() => createCostLedger(PRICES.anthropic, { from })).toThrow(
    /from: expected the result of .+, got an object with/,
  );
  expect(ledger.totals.calls).toBe(0);
});
