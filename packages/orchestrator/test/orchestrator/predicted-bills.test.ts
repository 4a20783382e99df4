import type { IContent, UsageStats } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { createPrefixCache } from '../../../../bench/src/replay/prefix-cache.ts';
import { PRICES, type CachePrices, type PrepareResult } from '../../src/index.ts';
import { estimateTokens, exchange, human, session } from './session.ts';

const OVERHEAD = { system: 900, tools: 300 };

/** Returns a function that reports the usage of a provider with a prompt cache whose counts equal the estimates. */
function providerWith(prices: CachePrices) {
  const cache = createPrefixCache(prices);
  return ({ history, pending }: PrepareResult, at: number): UsageStats => {
    const overhead = { digest: 'system and tools', tokens: OVERHEAD.system + OVERHEAD.tools };
    const sent = [...history, ...pending].map((entry: IContent) => ({
      digest: JSON.stringify(entry),
      tokens: Number(estimateTokens([entry])),
    }));
    const { tokens } = cache.call({ at, entries: [overhead, ...sent], outputTokens: 50 });
    const promptTokens = tokens.cached + tokens.written + tokens.uncached;
    return {
      promptTokens,
      completionTokens: 50,
      totalTokens: promptTokens + 50,
      cachedTokens: tokens.cached,
      cacheCreationTokens: tokens.written,
    };
  };
}

const pauses = [0, 10_000, 20_000, 10_000, 100_000_000, 10_000, 10_000, 10_000];

test.each(['anthropic', 'openai'] as const)(
  'predicts the exact cost of each request while the history grows, with a warm or cold cache: %s',
  async (name) => {
    // A granularity of one token makes every figure exact.
    const prices = { ...PRICES[name], granularityTokens: 1 };
    const { history, orchestrator, clock } = session({ 'context-limit': 100_000 }, { prices });
    const provider = providerWith(prices);
    const cached: number[] = [];
    for (const [turn, ms] of pauses.entries()) {
      clock.now += ms;
      const pending = [...exchange(`run${turn}`, 300), human('Go on.')];
      const outcome = await orchestrator.prepare({ pending, overhead: OVERHEAD });
      expect(outcome.kind).toBe('unchanged');
      const noted = orchestrator.report({ usage: provider(outcome, clock.now) })!;
      history.append(...outcome.pending);
      expect(noted.predicted).toBeCloseTo(noted.reported, 10);
      cached.push(noted.tokens.cached);
    }
    expect(cached.map((tokens) => (tokens > 0 ? 'warm' : 'cold')).join(' ')).toBe(
      'cold warm warm warm cold warm warm warm',
    );
    const { totals } = orchestrator.ledgers.get('')!;
    expect(totals.calls).toBe(pauses.length);
    expect(totals.difference).toBeCloseTo(0, 10);
  },
);

test('predicts at least the reported cost of each request, and less than 5 % more in total, when the history is rewritten', async () => {
  const prices: CachePrices = { ...PRICES.openai, granularityTokens: 1, matching: 'any-prefix' };
  const settings = {
    'context-limit': 6_000,
    maxOutputTokens: 200,
    'compression.strategy': 'top-down-truncation',
  };
  const { history, orchestrator, clock } = session(settings, { prices });
  const provider = providerWith(prices);
  const kinds = new Set<string>();
  for (let turn = 0; turn < 40; turn += 1) {
    clock.now += 10_000;
    const pending = [...exchange(`run${turn}`, 300), human('Go on.')];
    const outcome = await orchestrator.prepare({ pending, overhead: OVERHEAD });
    kinds.add(outcome.kind);
    const noted = orchestrator.report({ usage: provider(outcome, clock.now) })!;
    history.append(...outcome.pending);
    expect(noted.predicted! - noted.reported).toBeGreaterThan(-1e-10);
  }
  expect(kinds).toContain('compressed');
  const { difference, reported } = orchestrator.ledgers.get('')!.totals;
  expect(Math.abs(difference)).toBeLessThan(0.05 * reported);
});

test.each([
  ['warm', 10_000],
  ['cold at every call', 100_000_000],
])('reports what edits saved, beside the same session without edits: %s', async (_, pause) => {
  const prices: CachePrices = { ...PRICES.openai, granularityTokens: 1, matching: 'any-prefix' };
  const strategy = { 'compression.strategy': 'top-down-truncation' };

  /** Returns the ledger, and what each call saved, of a session in a window. */
  async function live(settings: Record<string, unknown>) {
    const { history, orchestrator, clock } = session({ ...settings, ...strategy }, { prices });
    const provider = providerWith(prices);
    const saved: number[] = [];
    for (let turn = 0; turn < 40; turn += 1) {
      clock.now += pause;
      const pending = [...exchange(`run${turn}`, 300), human('Go on.')];
      const outcome = await orchestrator.prepare({ pending, overhead: OVERHEAD });
      saved.push(orchestrator.report({ usage: provider(outcome, clock.now) })!.saved!);
      history.append(...outcome.pending);
    }
    return { saved, totals: orchestrator.ledgers.get('')!.totals };
  }

  const edited = await live({ 'context-limit': 6_000, maxOutputTokens: 200 });
  const whole = await live({ 'context-limit': 10_000_000 });
  expect(whole.totals.saved).toBeCloseTo(0, 10);
  const real = whole.totals.reported - edited.totals.reported;
  // In a small window with a warm cache, edits cost more than they save.
  expect(Math.sign(real)).toBe(pause < 1_000_000 ? -1 : 1);
  expect(Math.abs(edited.totals.saved - real)).toBeLessThan(0.02 * Math.abs(real));
  expect(edited.saved.reduce((sum, one) => sum + one, 0)).toBeCloseTo(edited.totals.saved, 10);
});
