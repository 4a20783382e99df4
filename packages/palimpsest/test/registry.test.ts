import type { CompressionStrategy, IContent, StrategyPlugin } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { createPalimpsest } from '../src/index.ts';
import { readingSession } from './sessions.ts';

function plugin(newHistory: (history: readonly IContent[]) => IContent[]): StrategyPlugin {
  const strategy: CompressionStrategy = {
    name: 'mine',
    requiresLLM: false,
    trigger: { mode: 'threshold', defaultThreshold: 0.85 },
    async compress({ history }) {
      const result = newHistory(history);
      const metadata = {
        originalMessageCount: history.length,
        compressedMessageCount: result.length,
        strategyUsed: 'mine',
        llmCallMade: false,
      };
      return { kind: 'applied', newHistory: result, metadata };
    },
  };
  const { name, requiresLLM } = strategy;
  const description = 'For this test.';
  return {
    specification: 1,
    name,
    requiresLLM,
    humanText: 'kept',
    description,
    create: () => strategy,
  };
}

test('everything is registered, and one more can be', () => {
  const { registry } = createPalimpsest();
  expect(registry.names()).toEqual([
    'extractive',
    'high-density',
    'middle-out',
    'one-shot',
    'salience',
    'top-down-truncation',
  ]);
  registry.register(plugin((history) => [...history]));
  expect(registry.names()).toContain('mine');
  expect(createPalimpsest().registry.names()).not.toContain('mine');
});

test.each<[string, (history: readonly IContent[]) => IContent[], RegExp]>([
  [
    'half an exchange',
    (history) => history.slice(0, -1).concat(history[1]!),
    /call "call_1" of read_file/,
  ],
  ['the system entry gone', (history) => history.slice(1), /a protected entry changed/],
  [
    'human text gone',
    (history) => history.filter(({ speaker }) => speaker !== 'human'),
    /newest human entry is gone/,
  ],
  ['a larger history', (history) => [...history, history[1]!, history[1]!], /tokens became/],
])('a strategy that returns %s is caught, and named', async (_, newHistory, message) => {
  const palimpsest = createPalimpsest();
  palimpsest.registry.register(plugin(newHistory));
  const broken = palimpsest.compress(readingSession(2), { strategy: 'mine' });
  await expect(broken).rejects.toMatchObject({
    code: 'LAW_BROKEN',
    strategy: 'mine',
    message: expect.stringMatching(message),
  });
});

test('settings of one call reach the strategy that brought them, and no other call', async () => {
  const prose = 'The cache was slow. It must not exceed max_size. Lunch was nice. '.repeat(20);
  const messages = Array.from({ length: 12 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `${index}. ${prose}`,
  }));
  const palimpsest = createPalimpsest();
  expect(palimpsest.registry.settingSpecs().map(({ key }) => key)).toContain(
    'compression.extractive.recencyWindow',
  );
  const options = { strategy: 'extractive', targetTokens: 100 };
  const usual = await palimpsest.compress(messages, options);
  const wide = await palimpsest.compress(messages, {
    ...options,
    settings: { 'compression.extractive.recencyWindow': 10 },
  });
  const kept = (result: { readonly messages: readonly unknown[] }): number =>
    result.messages.filter((message) => messages.includes(message as never)).length;
  expect(kept(wide)).toBeGreaterThanOrEqual(10);
  expect(kept(usual)).toBeLessThan(kept(wide));
  expect(JSON.stringify(await palimpsest.compress(messages, options))).toBe(JSON.stringify(usual));
});
