import type { StrategyPlugin } from '@palimpsest/core-types';
import { createRegistry } from '@palimpsest/factory';
import type { BackgroundCompressions } from '@palimpsest/orchestrator/background';
import { salience } from '@palimpsest/strategy-salience';
import { topDownTruncation } from '@palimpsest/strategy-top-down-truncation';
import { expect, test } from 'vitest';
import { createAdapter } from '../src/index.ts';

const messages = Array.from({ length: 60 }, (_, at) => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  content: `Message ${at}. ${'The queue was looked at and it was long. '.repeat(12)}`,
}));
const WINDOW = { contextLimit: 4_000, settings: { maxOutputTokens: 200 } };

test('uses salience if no strategies are given', async () => {
  const { outcome } = await createAdapter(WINDOW).adapt('openai', messages);
  expect(outcome).toMatchObject({ kind: 'compressed', compression: { strategy: 'salience' } });
});

test('uses the first strategy of the list unless the settings name another', async () => {
  const strategies = [topDownTruncation, salience];
  const first = await createAdapter({ ...WINDOW, strategies }).adapt('openai', messages);
  expect(first.outcome).toMatchObject({ compression: { strategy: 'top-down-truncation' } });
  const settings = { ...WINDOW.settings, 'compression.strategy': 'salience' };
  const named = await createAdapter({ ...WINDOW, settings, strategies }).adapt('openai', messages);
  expect(named.outcome).toMatchObject({ compression: { strategy: 'salience' } });
});

test('rejects a strategy that is not in the list when it is created, and lists the names', () => {
  const settings = { 'compression.strategy': 'extractive' };
  expect(() => createAdapter({ ...WINDOW, settings, strategies: [salience] })).toThrow(
    'Unknown compression strategy: "extractive". Registered: salience. Add the strategy of @palimpsest/strategy-extractive.',
  );
});

test('a strategy with a model runs in the background, and the fallback carries the request', async () => {
  const slow: StrategyPlugin = {
    ...salience,
    name: 'slow',
    requiresLLM: true,
    create: (services) => ({ ...salience.create(services), name: 'slow', requiresLLM: true }),
  };
  const started: string[] = [];
  const background: BackgroundCompressions = {
    start: async ({ strategy }) => void started.push(strategy),
    find: async () => ({ kind: 'running' }),
  };
  const settings = { ...WINDOW.settings, 'compression.fallback': 'salience' };
  const options = { ...WINDOW, settings, strategies: [slow, salience], background };
  const adapter = createAdapter({ ...options, resolveProvider: () => expect.unreachable() });
  const { outcome } = await adapter.adapt('openai', messages);
  expect(outcome).toMatchObject({
    kind: 'compressed',
    background: 'started',
    compression: { strategy: 'salience' },
  });
  expect(started).toEqual(['slow']);
  expect(() => createAdapter({ ...options, background: {} as never })).toThrow(
    'background: expected what compressInBackground() or queueCompressions() returns',
  );
});

test('services of a registry are used', async () => {
  let counted = 0;
  const registry = createRegistry({
    services: {
      tokenizer: ({ length }) => {
        counted += 1;
        return length * 10;
      },
    },
  }).register(salience);
  const { outcome } = await createAdapter({ registry }).adapt('openai', messages);
  expect(outcome?.tokensBefore).toBe(600);
  expect(counted).toBeGreaterThan(0);
});

test.each([
  [{ strategies: [] }, 'strategies: expected a list of strategies'],
  [{ strategies: salience }, 'strategies: expected a list of strategies'],
  [{ strategies: [salience], registry: createRegistry() }, 'strategies, registry'],
  [{ strategies: [salience, salience] }, '"salience" is registered here already'],
  [{ strategies: [{}] }, 'specification: expected 1'],
  [{ strategies: [{ ...salience, humanText: 'whatever' }] }, 'humanText'],
])('rejects %o', (options, words) => {
  expect(() => createAdapter(options as never)).toThrow(words);
});
