import {
  OptionError,
  type CompressionResult,
  type CompressionStrategy,
  type DensityResult,
  type HumanTextPolicy,
  type IContent,
  type StrategyPlugin,
} from '@palimpsest/core-types';
import { checkStrategy } from '@palimpsest/conformance';
import { history } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { seeds } from '../../../tools/extent.ts';
import { defects, isFree, says, withText } from './defects.ts';
import { lawBroken } from './law-broken.ts';
import { mapHead, newestExchange, planted, untouched } from './planted.ts';

const cases = defects.flatMap((defect) => seeds(1, 2, 3).map((seed) => [...defect, seed] as const));

/** Shrinking a counterexample takes long, especially on a busy machine. */
const SHRINKING = { timeout: 300_000 };

test.each(cases)(
  'reports a strategy that %s as a violation of %s',
  SHRINKING,
  async (_, law, edit, seed) => {
    const found = lawBroken(await checkStrategy(planted(edit), { seed }), law);
    expect(found?.situation?.history.length).toBeLessThanOrEqual(6);
  },
);

test.each(['kept', 'last'] as const)(
  'reports removed user text although it is declared %s',
  async (humanText) => {
    const dropsOldHumans = mapHead((entry, index) =>
      entry.speaker === 'human' && index === 0 ? undefined : entry,
    );
    const report = await checkStrategy(planted(dropsOldHumans, { humanText }), { seed: 1 });
    expect(lawBroken(report, 'law-3-human-text')).toBeDefined();
  },
);

/** A strategy whose results are changed before they are returned. */
function lying(change: (result: Awaited<ReturnType<CompressionStrategy['compress']>>) => void) {
  const honest = planted(
    mapHead((entry) => (isFree(entry) && says(entry) !== '' ? undefined : entry)),
  );
  return {
    ...honest,
    create: (services: Parameters<typeof honest.create>[0]): CompressionStrategy => {
      const strategy = honest.create(services);
      return {
        ...strategy,
        compress: async (context) => {
          const result = await strategy.compress(context);
          change(result);
          return result;
        },
      };
    },
  };
}

test.each([
  ['misses the target in silence', 'law-5-size', 'shortfallTokens'],
  ['does not say where its entries come from', 'law-8-provenance-told', 'provenance'],
] as const)('reports a strategy that %s, with the name of the field', async (_, law, field) => {
  const plugin = lying(({ metadata }) => Reflect.deleteProperty(metadata, field));
  const found = lawBroken(await checkStrategy(plugin, { seed: 1 }), law);
  expect(found?.messages.join('\n')).toContain(`metadata.${field} is`);
});

test('reports an invalid humanText declaration', async () => {
  const plugin = planted(untouched, { humanText: 'Kept' as HumanTextPolicy });
  const found = lawBroken(await checkStrategy(plugin, { runs: 20, seed: 1 }), 'law-3-human-text');
  expect(found?.messages).toEqual(['humanText is "Kept", and none of kept, last, eligible']);
});

const CREATES_NOTHING = { name: 'x', create: (): unknown => undefined };

test.each<[unknown, RegExp]>([
  [{ name: 'x' }, /^plugin: expected a strategy plugin: .*create.*, got an object with name\./],
  [undefined, /^plugin: expected .+, got undefined\./],
  [
    { ...CREATES_NOTHING, settings: 5 },
    /^plugin: expected .+, got an object with name, create, se/,
  ],
  [CREATES_NOTHING, /^plugin\.create\(\): expected a str.*, got undefined\./],
])('rejects a value that is not a plugin, with the expected form: %o', async (plugin, message) => {
  const error: unknown = await checkStrategy(plugin as never, { runs: 1 }).catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OptionError);
  expect(error).toMatchObject({ message: expect.stringMatching(message) });
});

test('reports a strategy whose name differs from the name of its plugin', async () => {
  const plugin = { ...planted(untouched), name: 'renamed' };
  const found = lawBroken(await checkStrategy(plugin, { runs: 20, seed: 1 }), 'figures-are-true');
  expect(found?.messages).toContain('renamed creates a strategy whose name is "planted"');
});

test.each([
  [undefined, 'undefined'],
  [{ kind: 'applied', newHistory: [] }, 'an object with kind, newHistory'],
  [{ kind: 'done', metadata: {} }, 'an object with kind, metadata'],
  [
    { kind: 'applied', newHistory: 'none', metadata: {} },
    'an object with kind, newHistory, metadata',
  ],
])(
  'reports a strategy that returns %j, with the expected form of a result',
  async (answer, seen) => {
    const honest = planted(untouched);
    const plugin: StrategyPlugin = {
      ...honest,
      create: (services) => ({
        ...honest.create(services),
        compress: () => Promise.resolve(answer as CompressionResult),
      }),
    };
    const report = await checkStrategy(plugin, { runs: 20, seed: 1 });
    expect(report.counterexamples.map(({ law }) => law)).toEqual(['every-history-is-answered']);
    expect(report.counterexamples[0]!.messages[0]).toBe(
      `compress: TypeError: compress(): expected { kind: 'noop', reason, metadata } or { kind: 'applied', newHistory, metadata }, got ${seen}`,
    );
  },
);

const pruned = { readWritePairsPruned: 0, fileDeduplicationsPruned: 0, recencyPruned: 0 };
const removing = (removals: readonly number[]): DensityResult => ({
  removals,
  replacements: new Map(),
  metadata: pruned,
});

test.each<[string, string, (entries: readonly IContent[]) => DensityResult]>([
  [
    'removes the newest exchange',
    'law-3-newest-exchange',
    (entries) => removing([...new Set(newestExchange(entries))]),
  ],
  [
    'removes a response',
    'law-1-whole-history',
    (entries) => {
      const newest = Math.min(...newestExchange(entries));
      const isOld = (at: number): boolean =>
        at < newest && entries[at]!.speaker === 'tool' && entries[at]!.metadata === undefined;
      return removing([...entries.keys()].filter(isOld));
    },
  ],
  [
    'removes a system entry',
    'law-3-protected',
    (entries) => removing(entries.flatMap(({ speaker }, at) => (speaker === 'system' ? [at] : []))),
  ],
  [
    'removes one entry at a time',
    'law-6-idempotent',
    ([first]) => removing(first !== undefined && isFree(first) && says(first) !== '' ? [0] : []),
  ],
  [
    'removes an index that is none',
    'every-history-is-answered',
    (entries) => removing([entries.length]),
  ],
  [
    'grows an entry',
    'law-5-size',
    (entries) => ({
      ...removing([]),
      replacements: new Map(
        entries.flatMap((entry, at) =>
          isFree(entry) && says(entry) !== '' && !says(entry).endsWith('!!!')
            ? [[at, withText(entry, `${says(entry)}!!!`)]]
            : [],
        ),
      ),
    }),
  ],
])('reports an optimize that %s as a violation of %s', async (_, law, optimize) => {
  const report = await checkStrategy(planted(untouched, { optimize }), { seed: 1 });
  expect(lawBroken(report, law)?.messages.join('\n')).toContain('optimize');
});

test('a strategy that does nothing violates no invariant', async () => {
  const report = await checkStrategy(planted(untouched, { humanText: 'kept' }), { seed: 1 });
  expect(report).toEqual({
    strategy: 'planted',
    runs: 300,
    seed: 1,
    applied: 0,
    counterexamples: [],
  });
});

const fragile: CompressionStrategy['compress'] = ({ history: [first] }) => {
  const isResponse = first?.blocks.some(({ type }) => type === 'tool_response') === true;
  if (first?.speaker === 'tool' && isResponse)
    throw new Error('A history cannot begin with a response.');
  return Promise.resolve({
    kind: 'noop',
    reason: 'nothing-removable',
    metadata: {
      originalMessageCount: 0,
      compressedMessageCount: 0,
      strategyUsed: 'fragile',
      llmCallMade: false,
    },
  });
};

test('reports a strategy that throws on malformed input', async () => {
  const plugin = planted(untouched);
  const report = await checkStrategy(
    { ...plugin, create: (services) => ({ ...plugin.create(services), compress: fragile }) },
    { seed: 1 },
  );
  expect(lawBroken(report, 'every-history-is-answered')?.messages).toEqual([
    'compress what is broken: Error: A history cannot begin with a response.',
  ]);
});

test('the same seed gives the same report', async () => {
  const plugin = planted(mapHead((entry) => (entry.speaker === 'tool' ? undefined : entry)));
  const [first, second] = [
    await checkStrategy(plugin, { seed: 7 }),
    await checkStrategy(plugin, { seed: 7 }),
  ];
  expect(first).toEqual(second);
  expect(first.seed).toBe(7);
});

test('histories, tail, services and the number of runs are configurable', async () => {
  const given = history().human('one').ai('two').human('three').build();
  const idle = planted(untouched);
  const create = vi.fn<(typeof idle)['create']>((services) => idle.create(services));
  const tailStart = vi.fn<(entries: readonly IContent[]) => number>(() => 0);
  const logger = { debug: () => undefined };
  const report = await checkStrategy(
    { ...idle, create },
    { runs: 20, histories: fc.constant(given), tailStart, services: { logger } },
  );
  expect(report.runs).toBe(20);
  expect(create.mock.calls[0]![0]).toMatchObject({ logger });
  expect(() => create.mock.calls[0]![0].strategy('other')).toThrow(
    'Unknown compression strategy: "other"',
  );
  expect(tailStart.mock.calls[0]![0]).toEqual(given);
});
