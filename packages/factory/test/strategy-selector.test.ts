import { createRegistry, createStrategySelector } from '@palimpsest/factory';
import { createSettings } from '@palimpsest/factory/settings';
import type { CompressionContext, IContent, StrategyPlugin } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { errorOf, pluginNamed, strategyNamed } from './plugins.ts';

const DEPTH = { key: 'acme.depth', type: 'integer', default: 5, description: 'How deep.' } as const;
const before = history()
  .human('Never touch the harbour.')
  .ai('Yes, I understand. '.repeat(99))
  .human('Go on.')
  .ai('I do.')
  .build();

/** A plugin with a setting. Its strategy keeps the newest entry; `seen` gets each context, and the setting. */
function newestOnly(name: string, seen: unknown[] = [], kept = 1): StrategyPlugin {
  return pluginNamed(
    name,
    (services) => ({
      ...strategyNamed(name),
      async compress(context) {
        seen.push({ depth: services.settings()[DEPTH.key], context });
        const newHistory = context.history.slice(-kept);
        const metadata = {
          originalMessageCount: context.history.length,
          compressedMessageCount: newHistory.length,
          strategyUsed: name,
          llmCallMade: false,
        };
        return { kind: 'applied', newHistory, metadata };
      },
    }),
    { settings: [DEPTH], humanText: 'eligible' },
  );
}

/** A selector over plugins, and the settings that it reads live. */
function selecting(...plugins: StrategyPlugin[]) {
  const overrides: Record<string, unknown> = {};
  const registry = plugins.reduce((all, plugin) => all.register(plugin), createRegistry());
  const settings = createSettings({ overrides, specs: () => registry.settingSpecs() });
  return { overrides, registry, selector: createStrategySelector(registry, settings) };
}

test('settings select the strategy, and may change between two calls', () => {
  const { overrides, selector } = selecting(newestOnly('one'), newestOnly('two'));
  expect(errorOf(() => selector.current())).toMatchObject({
    message:
      'Invalid setting: "compression.strategy" must be the name of a registered strategy (one, two), but is not set.',
  });
  for (const name of ['one', 'two', 'one']) {
    overrides['compression.strategy'] = name;
    expect(selector.current().name).toBe(name);
  }
  expect(selecting(newestOnly('only')).selector.current().name).toBe('only');
});

test('a strategy sees its own settings as they are at the time of the call, others do not', async () => {
  const seen: { depth: unknown; context: CompressionContext }[] = [];
  const { overrides, registry, selector } = selecting(newestOnly('mine', seen, 4));
  await selector.compress({ history: before });
  overrides[DEPTH.key] = 777;
  overrides['context-limit'] = 1_000;
  await selector.compress({ history: before });
  await registry.resolve('mine').compress(seen[0]!.context);
  expect(seen.map(({ depth }) => depth)).toEqual([5, 777, undefined]);
  const limits = seen.map(({ context }) => context.runtimeContext.ephemerals.contextLimit?.());
  expect(limits).toEqual([1_000, 1_000, 1_000]);
  overrides[DEPTH.key] = 'long';
  await expect(selector.compress({ history: before })).rejects.toThrow(
    '"acme.depth" must be a whole number',
  );
});

test('keeps the directives of the user, unless settings say otherwise', async () => {
  const { overrides, selector } = selecting(newestOnly('mine', [], 2));
  const request = { history: before, targetTokens: 1_000 };
  const said = async (): Promise<string> => {
    const result = await selector.compress(request);
    return JSON.stringify(result.kind === 'applied' && result.newHistory);
  };
  expect(await said()).toContain('Never touch the harbour.');
  overrides['compression.pinDirectives'] = false;
  expect(await said()).not.toContain('harbour');
});

test('counts with the tokenizer of the registry, unless the call has an estimator', async () => {
  const seen: { context: CompressionContext }[] = [];
  const services = { tokenizer: ({ length }: readonly IContent[]) => length * 10 };
  const registry = createRegistry({ services }).register(newestOnly('mine', seen, 4));
  const selector = createStrategySelector(registry, createSettings());
  await selector.compress({ history: before });
  await selector.compress({ history: before, estimateTokens: ({ length }) => length });
  expect(seen.map(({ context }) => context.currentTokenCount)).toEqual([40, 4]);
});
