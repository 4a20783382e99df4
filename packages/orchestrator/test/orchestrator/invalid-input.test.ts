import { createRegistry } from '@palimpsest/factory';
import { createSettings } from '@palimpsest/factory/settings';
import { salience } from '@palimpsest/strategy-salience';
import { expect, test } from 'vitest';
import { PricingError } from '../../src/economics/call-cost.ts';
import {
  createConversationHistory,
  createOrchestrator,
  PRICES,
  type CachePrices,
} from '../../src/index.ts';
import { estimateTokens, exchange, human, registry, session } from './session.ts';

const SMALL_WINDOW = { 'context-limit': 8_000, maxOutputTokens: 4_000 };

test('ignores an unregistered default fallback, and rejects an explicit one', async () => {
  const strategies = createRegistry().register(salience);
  const overrides: Record<string, unknown> = { ...SMALL_WINDOW };
  const settings = createSettings({ overrides, specs: () => strategies.settingSpecs() });
  const { history, orchestrator } = session({}, { strategies, settings });
  history.append(human('Go.'));
  for (let at = 0; at < 8; at += 1) history.append(...exchange(`e${at}`, 800));
  expect((await orchestrator.prepare()).kind).toBe('compressed');
  overrides['compression.fallback'] = 'one-shot';
  await expect(orchestrator.prepare()).rejects.toMatchObject({ code: 'UNKNOWN_STRATEGY' });
});

const pricesOf = (model?: string) => (model === 'gpt' ? PRICES.openai : PRICES.anthropic);

test('ignores a cache TTL that is missing in prices by model, and rejects it for fixed prices', async () => {
  const { history, orchestrator } = session(SMALL_WINDOW, { prices: pricesOf, cacheTtl: '1h' });
  history.append(human('Go.'));
  expect((await orchestrator.prepare({ model: 'gpt' })).kind).toBe('unchanged');
  const alone = { history, strategies: registry(), estimateTokens, cacheTtl: '1h' };
  expect(() => createOrchestrator({ ...alone, prices: PRICES.openai })).toThrow(/cacheTtl/);
});

test.each<[string, unknown, string]>([
  ['an amount', { ...PRICES.openai, input: Number.NaN }, 'prices.input'],
  ['the kind', 'cheap', 'prices'],
])('rejects invalid prices by model: %s', async (_, prices, option) => {
  const { history, orchestrator } = session(SMALL_WINDOW, { prices: () => prices as CachePrices });
  history.append(human('Go.'));
  await expect(orchestrator.prepare()).rejects.toMatchObject({ name: 'PricingError', option });
  const alone = { history, strategies: registry(), estimateTokens };
  expect(() => createOrchestrator({ ...alone, prices: prices as CachePrices })).toThrow(
    PricingError,
  );
});

test('rejects a pending result whose call is not in the history', async () => {
  const { history, orchestrator } = session(SMALL_WINDOW);
  const [call, result] = exchange('a', 20);
  history.append(human('Go.'));
  const given = { pending: [result] };
  await expect(orchestrator.prepare(given)).rejects.toThrow(/Append each response/);
  history.append(call);
  expect((await orchestrator.prepare(given)).kind).toBe('unchanged');
});

test.each([
  [{ keepOriginal: () => {} }, /saveOriginals/],
  [{ attempts: { retry: 3 } }, /retries/],
  [{ breaker: { failure: 3 } }, /failures/],
  [{ strategies: {} }, /createPalimpsest\(\)\.registry/],
  [{ settings: {} }, /createSettings/],
  [{ history: [] }, /createConversationHistory/],
  [{ estimateTokens: 4 }, /function of entries/],
])('rejects an invalid option when the orchestrator is created: %j', (wrong, message) => {
  const right = { history: createConversationHistory(), strategies: registry(), estimateTokens };
  expect(() => createOrchestrator({ ...right, ...wrong } as never)).toThrow(message);
});

test('rejects usage in the format of a provider and leaves the state unchanged', async () => {
  const { history, orchestrator } = session(SMALL_WINDOW, { prices: PRICES.anthropic });
  history.append(human('Go.'));
  await orchestrator.prepare();
  const before = JSON.stringify(orchestrator);
  const usage = { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 } as never;
  expect(() => orchestrator.report({ usage })).toThrow(/promptTokens/);
  expect(JSON.stringify(orchestrator)).toBe(before);
});
