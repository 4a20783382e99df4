import type { StrategyServices } from '@palimpsest/core-types';
import { history, testContext } from '@palimpsest/testing';
import { defaultToolTaxonomy } from '@palimpsest/tool-taxonomy';
import { expect, test } from 'vitest';
import { highDensity } from '../src/index.ts';
import { highDensitySettings } from '../src/settings.ts';

const SERVICES: StrategyServices = {
  settings: () => ({}),
  strategy: (name) => {
    throw new Error(`There is no ${name}.`);
  },
};

test('the plugin declares its name, its settings and how it treats user text', () => {
  expect(highDensity).toMatchObject({
    specification: 1,
    name: 'high-density',
    requiresLLM: false,
    humanText: 'last',
    settings: highDensitySettings,
  });
  expect(highDensity.description).toMatch(/^Prunes stale reads .*\.$/);
  expect(highDensity.create(SERVICES)).toMatchObject({ name: 'high-density', requiresLLM: false });
});

test.each([
  ['readWritePruning', 'boolean', 'reads of files'],
  ['fileDedupe', 'boolean', 'repeated file inclusions'],
  ['recencyPruning', 'boolean', 'newest results'],
  ['recencyRetention', 'integer', 'recency pruning keeps'],
  ['compressHeadroom', 'number', 'share of the trigger'],
  ['optimizeThreshold', 'number', 'stale content is pruned'],
  ['keepHumanText', 'boolean', 'user text'],
  ['staleReads', 'enum', 'a stale read'],
])('the setting %s has the type %s, and its description mentions: %s', (name, type, says) => {
  const spec = highDensitySettings.find(({ key }) => key === `compression.density.${name}`);
  expect(spec?.type).toBe(type);
  expect(spec?.description).toContain(says);
});

test('numeric settings have bounds, and `staleReads` is `removal` or `pointer`', () => {
  const bounds = Object.fromEntries(
    highDensitySettings.map((spec) => [spec.key.split('.').at(-1), spec]),
  );
  expect(bounds).toMatchObject({
    recencyRetention: { default: 3, minimum: 1 },
    compressHeadroom: { default: 0.6, minimum: 0, exclusiveMinimum: true, maximum: 1 },
    optimizeThreshold: { minimum: 0, maximum: 1 },
    staleReads: { default: 'removal', values: ['removal', 'pointer'] },
  });
});

test('uses the tool taxonomy of the services', async () => {
  const before = history()
    .call('fetch_page', { page: 'a' })
    .result('x'.repeat(400))
    .ai('So.')
    .build();
  const toolTaxonomy = {
    ...defaultToolTaxonomy,
    describe: (name: string, parameters: unknown) => ({
      ...defaultToolTaxonomy.describe(name, parameters),
      key: 'page a',
    }),
  };
  const line = async (services: StrategyServices): Promise<unknown> => {
    const result = await highDensity.create(services).compress(testContext(before));
    const [block] = result.kind === 'applied' ? result.newHistory[1]!.blocks : [];
    return block?.type === 'tool_response' ? block.result : undefined;
  };
  expect(await line({ ...SERVICES, toolTaxonomy })).toBe('[fetch_page page a: done, 400 chars]');
  expect(await line(SERVICES)).toBe('[fetch_page: done, 400 chars]');
});
