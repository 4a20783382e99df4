import { OptionError } from '@palimpsest/core-types';
import { createStrategy } from '@palimpsest/engine';
import { history } from '@palimpsest/testing';
import { createToolTaxonomy } from '@palimpsest/engine/tools';
import { DEFAULT_WEIGHTS, type SalienceWeights } from '../src/value/weights.ts';
import { expect, test } from 'vitest';
import { createSalience, salience } from '../src/index.ts';
import { compressed, contextOf, wordsOf } from './compressed.ts';
import { linesOf } from './lines-of.ts';
import { workSession } from './work-session.ts';

const services = {
  settings: () => ({}),
  strategy: () => {
    throw new Error('No other strategy is needed.');
  },
};

test('the plugin and its strategy have the declared properties', () => {
  expect(salience).toMatchObject({
    specification: 1,
    name: 'salience',
    requiresLLM: false,
    humanText: 'last',
    longHumanText: 2_000,
  });
  const strategy = salience.create(services);
  expect(strategy).toMatchObject({
    name: 'salience',
    requiresLLM: false,
    startsFromOriginals: true,
    trigger: { mode: 'threshold', defaultThreshold: 0.85 },
  });
});

test('uses the tool taxonomy of the host', async () => {
  const before = history()
    .human('Check it.')
    .call('ferry', {
      vessel: 'the longest name that a vessel has',
      route: 'over the water, and back',
    })
    .result(`Casting off\n${linesOf('ferry', 40)}\nError: no water\nexit code 1`)
    .ai('Done.')
    .build();
  const context = contextOf(before, { ratio: 0.4 });
  const toolTaxonomy = createToolTaxonomy([{ name: 'host', tools: { ferry: { kind: 'run' } } }]);
  const text = async (given: object): Promise<string> => {
    const result = await salience.create({ ...services, ...given }).compress(context);
    return (result.kind === 'applied' ? result.newHistory : before).map(wordsOf).join('\n');
  };
  expect(await text({})).toMatch(/^• Used ferry with vessel .*back:$/m);
  expect(await text({ toolTaxonomy })).toMatch(/^• Used ferry .*, failed:$/m);
});

test('other weights lead to another selection', async () => {
  const before = workSession({ shape: 'shell', turns: 12, seed: 2 });
  const weights = { ...DEFAULT_WEIGHTS, lineShare: 0 };
  const usual = await compressed(before, { ratio: 0.3 });
  const other = await compressed(before, {
    ratio: 0.3,
    strategy: createStrategy(createSalience({ weights })),
  });
  expect(other).not.toEqual(usual);
  expect(await compressed(before, { ratio: 0.3 })).toEqual(usual);
});

test('rejects invalid weights at construction', () => {
  const { bias: _bias, ...named } = DEFAULT_WEIGHTS.named;
  const weights = { ...DEFAULT_WEIGHTS, named } as SalienceWeights;
  expect(() => createSalience({ weights })).toThrow(OptionError);
  expect(() => createSalience({ weights })).toThrow(
    /^weights\.named\.bias: expected .+, got undefined\./,
  );
});
