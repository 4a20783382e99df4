import type { CompressionResult, IContent, StrategyPlugin } from '@palimpsest/core-types';
import { checkStrategy } from '@palimpsest/conformance';
import { expect, test } from 'vitest';
import { answering } from './answering.ts';
import { isFree, says, withText } from './defects.ts';
import { lawBroken } from './law-broken.ts';
import { mapHead, planted } from './planted.ts';

const lawful = planted(
  mapHead((entry) => (isFree(entry) && says(entry).length > 9 ? withText(entry, '…') : entry)),
);

function changing(change: (result: CompressionResult) => CompressionResult): StrategyPlugin {
  return answering(lawful, async (strategy, context) => change(await strategy.compress(context)));
}

function before(look: (context: { readonly [key: string]: unknown }) => void): StrategyPlugin {
  return answering(lawful, async (strategy, context) => {
    look({ ...context });
    return await strategy.compress(context);
  });
}

const historyOf = ({ history }: { readonly [key: string]: unknown }): IContent[] =>
  history as IContent[];

let calls = 0;
const moody = planted(
  mapHead((entry) => {
    calls += 1;
    return isFree(entry) && says(entry).length > 9 && calls % 2 === 0 ? undefined : entry;
  }),
);

const DEFECTS: readonly (readonly [does: string, law: string, plugin: StrategyPlugin])[] = [
  [
    'changes its input, and catches what a frozen one throws',
    'law-6-input-untouched',
    before((context) => {
      for (const entry of historyOf(context)) Reflect.set(entry, 'metadata', { seen: true });
    }),
  ],
  [
    'keeps something in the settings of a call',
    'law-6-input-untouched',
    before(({ settings }) => Object.assign(settings as object, { seen: true })),
  ],
  [
    'says that no entry stands for any',
    'law-8-provenance-told',
    changing((result) => {
      if (result.kind === 'noop') return result;
      const provenance = result.newHistory.map(() => ({ sources: [], reason: 'notice' as const }));
      return { ...result, metadata: { ...result.metadata, provenance } };
    }),
  ],
  [
    'gives parallel responses back in another order, as new objects',
    'law-8-attribution',
    planted(
      mapHead((entry) =>
        entry.speaker === 'tool' && entry.metadata === undefined && entry.blocks.length > 1
          ? { ...entry, blocks: entry.blocks.map((block) => ({ ...block })).toReversed() }
          : entry,
      ),
    ),
  ],
  [
    'looks for the speaker in every entry for each one',
    'law-9-linear-work',
    before((context) => {
      const history = historyOf(context);
      for (const at of history.keys())
        history.slice(at).every(({ speaker }) => speaker !== 'system');
    }),
  ],
  [
    'looks through all blocks of an entry for each of them',
    'law-9-linear-work',
    before((context) => {
      for (const { blocks } of historyOf(context)) {
        for (const at of blocks.keys()) blocks.slice(at).every(({ type }) => type !== 'code');
      }
    }),
  ],
  [
    'throws when a history is long',
    'every-history-is-answered',
    before((context) => {
      if (historyOf(context).length > 1_000)
        throw new RangeError('Maximum call stack size exceeded');
    }),
  ],
  [
    'does not wait for the estimator',
    'figures-are-true',
    answering(lawful, async (strategy, context) => {
      const result = await strategy.compress(context);
      const tokensBefore = context.estimateTokens(context.history) as number;
      return { ...result, metadata: { ...result.metadata, tokensBefore } };
    }),
  ],
  [
    'says that it is under the target when it is not',
    'figures-are-true',
    changing(({ metadata }) => {
      const compressedMessageCount = metadata.originalMessageCount;
      return {
        kind: 'noop',
        reason: 'already-under-target',
        metadata: { ...metadata, compressedMessageCount },
      };
    }),
  ],
  [
    'says that it missed the target by far more than it did',
    'figures-are-true',
    changing((result) => ({
      ...result,
      metadata: { ...result.metadata, shortfallTokens: Number.MAX_SAFE_INTEGER },
    })),
  ],
  [
    'needs a model only when it is asked itself',
    'law-6-deterministic',
    { ...moody, create: (services) => ({ ...moody.create(services), requiresLLM: true }) },
  ],
];

test('the base strategy of these defects violates no invariant', async () => {
  expect((await checkStrategy(lawful, { seed: 1 })).counterexamples).toEqual([]);
});

test.each(DEFECTS)('reports a strategy that %s as a violation of %s', async (_, law, plugin) => {
  expect(lawBroken(await checkStrategy(plugin, { seed: 1 }), law)).toBeDefined();
});
