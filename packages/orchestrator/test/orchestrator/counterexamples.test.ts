import { MARKER_LEGEND, type CompressionStrategy, type IContent } from '@palimpsest/core-types';
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

const say = (text: string): IContent => ({ speaker: 'ai', blocks: [{ type: 'text', text }] });
const W = { 'context-limit': 8_000, maxOutputTokens: 4_000 };

function strategiesWith(strategy: Partial<CompressionStrategy>) {
  const made: CompressionStrategy = {
    name: 'own',
    requiresLLM: false,
    trigger: { mode: 'threshold', defaultThreshold: 0.85 },
    compress: () => Promise.reject(new Error('not asked')),
    ...strategy,
  };
  return registry().register({
    specification: 1,
    name: 'own',
    requiresLLM: false,
    humanText: 'kept',
    description: 'Of this test.',
    create: () => made,
  });
}

const use = (id: string, name: string, result: string): IContent[] => [
  {
    speaker: 'ai',
    blocks: [{ type: 'tool_call', id, name, parameters: { file_path: '/a.ts', content: '' } }],
  },
  { speaker: 'tool', blocks: [{ type: 'tool_response', callId: id, toolName: name, result }] },
];

const think = ([call, result]: [IContent, IContent]): IContent[] => [
  {
    ...call,
    blocks: [{ type: 'thinking', thought: 'I see.', signature: 'signed' }, ...call.blocks],
  },
  result,
];

const pricesOf = (model?: string) => (model === 'gpt' ? PRICES.openai : PRICES.anthropic);

const OWN = { ...W, 'compression.strategy': 'own', 'compression.fallback': 'none' };

test('directives notes do not cause an overflow, and the newest directive stays', async () => {
  const { history, orchestrator } = session({ 'context-limit': 16_000 });
  for (let at = 0; at < 60; at += 1) {
    const rules = Array.from(
      { length: 12 },
      (_, rule) =>
        `You must never use module ${at}-${rule} in the service of the warehouse, because it is forbidden there.`,
    );
    const { pending } = await orchestrator.prepare({ pending: [human(rules.join('\n'))] });
    history.append(...pending, say('ok'));
  }
  const last = await orchestrator.prepare({ pending: [human(`Look: ${'word '.repeat(400)}`)] });
  expect(last.kind).not.toBe('overflow');
  expect(JSON.stringify(last.history)).toContain('module 59-11');
});

test('rewrites the history rarely when the strategy can save almost nothing', async () => {
  const { history, orchestrator, clock } = session(W, { prices: PRICES.anthropic });
  let rewrites = 0;
  let pending: IContent[] = [human('Go.')];
  for (let at = 0; at < 300; at += 1) {
    const outcome = await orchestrator.prepare({ pending });
    if (at >= 200 && outcome.firstChangedIndex !== undefined) rewrites += 1;
    const [call, result] = exchange(`c${at}`, 150);
    history.append(...outcome.pending, call);
    pending = [result];
    clock.now += 10_000;
  }
  expect(rewrites).toBeLessThan(25);
});

test('does not remove an entry as stale when the caller pins it', async () => {
  const { history, orchestrator } = session(
    { 'context-limit': 16_000, 'compression.strategy': 'high-density' },
    { pinned: (entry) => JSON.stringify(entry).includes('PRECIOUS') },
  );
  const read = use('r', 'read_file', 'PRECIOUS '.repeat(2_200));
  history.append(human('Go.'), ...read, ...use('w', 'write_file', 'ok'), ...exchange('x', 20));
  const outcome = await orchestrator.prepare();
  expect(outcome.history).toContain(read[1]);
});

test('does not reduce a result at ingest when signed reasoning follows it', async () => {
  const { history, orchestrator } = session({
    'context-limit': 100_000,
    'compression.ingestTokens': 200,
  });
  const given = [human('Go.'), ...think(exchange('a', 800)), ...think(exchange('b', 800))];
  history.append(...given);
  const { history: sent, ingested } = await orchestrator.prepare({ allowRewrite: false });
  expect(ingested).toBe(1);
  // The marker legend is in the result itself, not before the reasoning.
  expect(sent.slice(0, -1)).toEqual(given.slice(0, -1));
  expect(JSON.stringify(sent.at(-1))).toContain(MARKER_LEGEND);
  expect(
    sent.flatMap(({ blocks }) => blocks.filter(({ type }) => type === 'thinking')),
  ).toHaveLength(2);
});

test('ignores an unregistered default fallback, and rejects an explicit one', async () => {
  const strategies = createRegistry().register(salience);
  const overrides: Record<string, unknown> = { ...W };
  const settings = createSettings({ overrides, specs: () => strategies.settingSpecs() });
  const { history, orchestrator } = session({}, { strategies, settings });
  history.append(human('Go.'));
  for (let at = 0; at < 8; at += 1) history.append(...exchange(`e${at}`, 800));
  expect((await orchestrator.prepare()).kind).toBe('compressed');
  overrides['compression.fallback'] = 'one-shot';
  await expect(orchestrator.prepare()).rejects.toMatchObject({ code: 'UNKNOWN_STRATEGY' });
});

const BLANK: IContent = { speaker: 'human', blocks: [] };
const UNPAIRED = exchange('lost', 10).slice(1);

test.each([
  ['a sound history', [], [0, 1]],
  ['a sound history', [], [2]],
  ['a history with a blank entry', [BLANK], [2]],
  ['a history with another unpaired result', UNPAIRED, [2]],
] as const)('fails when a plan violates an invariant, in %s', async (_which, broken, removals) => {
  const strategies = strategiesWith({
    trigger: { mode: 'continuous', defaultThreshold: 0.1 },
    optimize: () => ({
      removals,
      replacements: new Map(),
      metadata: { readWritePairsPruned: 0, fileDeduplicationsPruned: 0, recencyPruned: 0 },
    }),
  });
  const { history, orchestrator } = session(OWN, { strategies });
  history.append({ speaker: 'system', blocks: [{ type: 'text', text: 'Never touch main.' }] });
  history.append(human('Go.'), ...exchange('a', 800), ...exchange('b', 800), ...broken);
  const before = history.raw();
  expect(await orchestrator.prepare()).toMatchObject({
    kind: 'failed',
    cause: { code: 'LAW_BROKEN' },
  });
  expect(history.raw()).toBe(before);
});

test('ignores a cache TTL that is missing in prices by model, and rejects it for fixed prices', async () => {
  const { history, orchestrator } = session(W, { prices: pricesOf, cacheTtl: '1h' });
  history.append(human('Go.'));
  expect((await orchestrator.prepare({ model: 'gpt' })).kind).toBe('unchanged');
  const alone = { history, strategies: registry(), estimateTokens, cacheTtl: '1h' };
  expect(() => createOrchestrator({ ...alone, prices: PRICES.openai })).toThrow(/cacheTtl/);
});

test.each<[string, unknown, string]>([
  ['an amount', { ...PRICES.openai, input: Number.NaN }, 'prices.input'],
  ['the kind', 'cheap', 'prices'],
])('rejects invalid prices by model: %s', async (_, prices, option) => {
  const { history, orchestrator } = session(W, { prices: () => prices as CachePrices });
  history.append(human('Go.'));
  await expect(orchestrator.prepare()).rejects.toMatchObject({ name: 'PricingError', option });
  const alone = { history, strategies: registry(), estimateTokens };
  expect(() => createOrchestrator({ ...alone, prices: prices as CachePrices })).toThrow(
    PricingError,
  );
});

test('rejects a pending result whose call is not in the history', async () => {
  const { history, orchestrator } = session(W);
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
])('options that cannot be meant are refused when they are given: %j', (wrong, message) => {
  const right = { history: createConversationHistory(), strategies: registry(), estimateTokens };
  expect(() => createOrchestrator({ ...right, ...wrong } as never)).toThrow(message);
});

test('rejects usage in the format of a provider and leaves the state unchanged', async () => {
  const { history, orchestrator } = session(W, { prices: PRICES.anthropic });
  history.append(human('Go.'));
  await orchestrator.prepare();
  const before = JSON.stringify(orchestrator);
  const usage = { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 } as never;
  expect(() => orchestrator.report({ usage })).toThrow(/promptTokens/);
  expect(JSON.stringify(orchestrator)).toBe(before);
});
