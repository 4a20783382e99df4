import type { SettingValues, StrategyServices } from '@palimpsest/core-types';
import { history, testContext } from '@palimpsest/testing';
import { createToolTaxonomy } from '@palimpsest/tool-taxonomy';
import { expect, test } from 'vitest';
import {
  extractive,
  ExtractiveOptionError,
  extractiveSettings,
  ExtractiveStrategy,
  type ExtractiveOptions,
} from '../src/index.ts';

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
  const context = testContext(before, { targetTokens: 0 });
  expect((await strategy.compress(context)).metadata.bottomPreserved).toBe(2);
  recencyWindow = 1;
  expect((await strategy.compress(context)).metadata.bottomPreserved).toBe(1);
  recencyWindow = undefined;
  expect(await strategy.compress(context)).toMatchObject({ reason: 'tail-covers-all' });
  recencyWindow = 'many';
  await expect(strategy.compress(context)).rejects.toThrow(ExtractiveOptionError);
});

test.each([
  [
    { settings: { recencyWindow: -1 } },
    'recencyWindow: expected an integer of at least 0, got -1.',
  ],
  [{ settings: { recencyWindow: 1.5 } }, 'an integer of at least 0'],
  [{ settings: { recencyWindow: '4' as never } }, '"4"'],
  [{ settings: { nearThreshold: 0 } }, 'a number above 0, at most 1'],
  [{ settings: { nearThreshold: 1.01 } }, '1.01'],
  [{ settings: { nearThreshold: Number.NaN } }, 'NaN'],
  [{ settings: { dedup: 'yes' as never } }, 'true or false'],
  [{ settings: { keepOrder: null as never } }, 'null'],
  [{ summarizer: (() => 'x') as never }, '"summarize"'],
  [{ classifier: { classify: () => 'x' } as never }, '"isHard"'],
  [{ toolTaxonomy: {} as never }, '"describe"'],
  [{ rules: [() => 'x'] as never }, '"decide"'],
  [{ redact: 'secret' as never }, 'a function'],
] satisfies [ExtractiveOptions, string][])('rejects invalid options: %j', (options, words) => {
  const make = (): unknown => new ExtractiveStrategy(options);
  expect(make).toThrow(ExtractiveOptionError);
  expect(make).toThrow(words);
});

test.each([
  { settings: { recencyWindow: 0, nearThreshold: 1 } },
  { settings: { recencyWindow: undefined as never } },
  { settings: {} },
  {},
])('accepts valid options: %j', (options) => {
  expect(() => new ExtractiveStrategy(options)).not.toThrow();
});

test('every setting has a key of this strategy, a default and a description', () => {
  expect(extractive.settings).toBe(extractiveSettings);
  for (const { key, default: standard, description } of extractiveSettings) {
    expect(key).toMatch(/^compression\.extractive\.[a-zA-Z]+$/);
    expect(standard).toBeDefined();
    expect(description).toMatch(/\.$/);
  }
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
