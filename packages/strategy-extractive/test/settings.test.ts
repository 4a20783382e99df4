import { OptionError, type SettingValues, type StrategyServices } from '@palimpsest/core-types';
import { history, testContext } from '@palimpsest/testing';
import { createToolTaxonomy } from '@palimpsest/engine/tools';
import { expect, test } from 'vitest';
import { extractive } from '../src/index.ts';
import { createExtractiveStrategy } from './compressed.ts';

const before = history()
  .human('Go.')
  .ai('The queue was looked at. '.repeat(20))
  .human('One?')
  .ai('One.')
  .build();

function services(settings: () => SettingValues): StrategyServices {
  return {
    settings,
    strategy: () => {
      throw new Error('Nobody else is here.');
    },
  };
}

test('settings are read at each compression', async () => {
  let recencyWindow: unknown = 2;
  const strategy = extractive.create(
    services(() => ({ 'compression.extractive.recencyWindow': recencyWindow, 'other.key': 7 })),
  );
  const context = testContext(before, { targetTokens: 110 });
  expect((await strategy.compress(context)).metadata.bottomPreserved).toBe(2);
  recencyWindow = 1;
  expect((await strategy.compress(context)).metadata.bottomPreserved).toBe(1);
  recencyWindow = undefined;
  // By default 4, of which two take at most 30 % of the target.
  expect((await strategy.compress(context)).metadata.bottomPreserved).toBe(2);
  recencyWindow = 'many';
  await expect(strategy.compress(context)).rejects.toThrow(OptionError);
});

test.each([
  [{ recencyWindow: -1 }, 'a whole number of at least 0, got -1.'],
  [{ nearThreshold: 0 }, 'a number greater than 0 and at most 1'],
  [{ dedup: 'yes' }, 'true or false'],
  [{ nearDedup: null }, 'null'],
  [{ summarizer: 'poet', recencyWindow: 0 }, 'one of deterministic'],
])('rejects an invalid setting: %j', async (settings, words) => {
  const compressing = createExtractiveStrategy({ settings }).compress(
    testContext(before, { targetTokens: 0 }),
  );
  await expect(compressing).rejects.toThrow(words);
  await expect(compressing).rejects.toBeInstanceOf(OptionError);
});

test('uses the tool taxonomy of the host', async () => {
  const given = [
    ...history().call('peek', { what: 'a.ts' }).result('const answer = 42;\n'.repeat(80)).build(),
    ...history().human('One?').ai('One.').human('Two?').ai('Two.').build(),
  ];
  const toolTaxonomy = createToolTaxonomy([
    { name: 'mine', tools: { peek: { kind: 'read', pathKeys: ['what'] } } } as never,
  ]);
  const strategy = extractive.create({ ...services(() => ({})), toolTaxonomy });
  const result = await strategy.compress(testContext(given, { targetTokens: 0 }));
  expect(result.kind === 'applied' && result.newHistory[1]!.blocks[0]).toMatchObject({
    result: '[peek a.ts: success, 80 lines]',
  });
});
