import type {
  CompressionResult,
  CompressionStrategy,
  IContent,
  StrategyPlugin,
} from '@palimpsest/core-types';
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

test('registers all strategies, and accepts another one', () => {
  const { registry } = createPalimpsest();
  expect(registry.names()).toEqual([
    'clean-window',
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

test.each([
  [undefined, 'undefined'],
  [{ kind: 'applied', metadata: {} }, 'an object with kind, metadata'],
  [{ kind: 'noop', reason: 'no-gain' }, 'an object with kind, reason'],
])('a strategy that answers %j is named, and told what a result is', async (answer, seen) => {
  const palimpsest = createPalimpsest();
  const usual = plugin((history) => [...history]);
  palimpsest.registry.register({
    ...usual,
    create: (services) => ({
      ...usual.create(services),
      compress: () => Promise.resolve(answer as CompressionResult),
    }),
  });
  await expect(palimpsest.compress(readingSession(2), { strategy: 'mine' })).rejects.toMatchObject({
    code: 'EXECUTION_FAILED',
    strategy: 'mine',
    message: expect.stringContaining(
      `expected { kind: 'noop', reason, metadata } or { kind: 'applied', newHistory, metadata }, got ${seen}. Report this`,
    ),
  });
});
