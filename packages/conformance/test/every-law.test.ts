import type { CompressionResult, StrategyPlugin } from '@palimpsest/core-types';
import { checkStrategy, formatReport, invariants } from '@palimpsest/conformance';
import { describe, expect, test } from 'vitest';
import { answering } from './answering.ts';
import { defects, isFree, says, withText } from './defects.ts';
import { lawBroken } from './law-broken.ts';
import { claiming } from './origin/claiming.ts';
import { rewriting } from './origin/origin-defect.ts';
import { originDefects } from './origin/origin-defects.ts';
import { mapHead, newestExchange, planted, untouched } from './planted.ts';

const dropping = planted(
  mapHead((entry) => (isFree(entry) && says(entry) !== '' ? undefined : entry)),
);

/** A strategy whose results are changed before they are returned. */
function changing(
  change: (result: CompressionResult) => CompressionResult,
  plugin: StrategyPlugin = dropping,
): StrategyPlugin {
  return answering(plugin, async (strategy, context) => change(await strategy.compress(context)));
}

/** Returns a malformed history unchanged, without a repair. */
const careless = answering(dropping, async (strategy, context) => {
  const { history } = context;
  if (history.every(({ blocks }) => blocks.length > 0)) return await strategy.compress(context);
  const metadata = {
    originalMessageCount: history.length,
    compressedMessageCount: history.length,
    strategyUsed: 'careless',
    llmCallMade: false,
  };
  return { kind: 'applied', newHistory: [...history], metadata };
});

const nothing = { readWritePairsPruned: 0, fileDeduplicationsPruned: 0, recencyPruned: 0 };

/** For each law, a strategy that violates it. */
const plantedFor: Readonly<Record<string, StrategyPlugin>> = {
  ...Object.fromEntries(originDefects.map(({ law, broken }) => [law, broken])),
  ...Object.fromEntries(defects.map(([, law, edit]) => [law, planted(edit)])),
  'law-9-fences': rewriting((text) => text.replace(/\n```$/, '')),
  'law-3-switches': planted(untouched, {
    optimize: (entries) => ({
      removals: [],
      replacements: new Map(
        [...entries.entries()]
          .filter(([, entry]) => entry.speaker === 'human' && says(entry).length > 9)
          .map(([at, entry]) => [at, withText(entry, '…')]),
      ),
      metadata: nothing,
    }),
  }),
  'law-3-tail-claimed': claiming(dropping, { bottomPreserved: 0 }),
  'law-3-newest-exchange': planted(untouched, {
    optimize: (entries) => ({
      removals: [...new Set(newestExchange(entries))],
      replacements: new Map(),
      metadata: nothing,
    }),
  }),
  'law-8-provenance': changing((result) => {
    const provenance = result.metadata.provenance?.slice(1) ?? [];
    return { ...result, metadata: { ...result.metadata, provenance } };
  }),
  'law-8-attribution': planted(
    mapHead((entry) => (isFree(entry) ? { ...entry, speaker: 'human' } : entry)),
  ),
  'figures-are-true': claiming(dropping, { compressedMessageCount: 0 }),
  'law-8-provenance-told': changing((result) => {
    const { provenance: _, ...metadata } = result.metadata;
    return { ...result, metadata };
  }),
  'broken-input-becomes-whole': careless,
  'every-history-is-answered': changing(() => {
    throw new RangeError('Nobody expected this.');
  }),
};

test.each(invariants)(
  '$name: a violation is detected and reported',
  async ({ name, guarantee }) => {
    const plugin = plantedFor[name];
    expect(plugin).toBeDefined();
    // Some laws can be violated in few histories only.
    const { options } = originDefects.find(({ broken }) => broken === plugin) ?? {};
    const report = await checkStrategy(plugin!, { seed: 1, runs: options?.runs ?? 600 });
    const found = lawBroken(report, name);
    expect(found?.messages.length).toBeGreaterThan(0);
    const words = formatReport(report);
    expect(words).toContain(`${name}: ${guarantee}\n- ${found!.messages[0]}`);
    expect(words).toContain('seed 1');
  },
);

describe('an invariant', () => {
  test('has a unique name', () => {
    expect(new Set(invariants.map(({ name }) => name)).size).toBe(invariants.length);
  });

  test('is reported without an example when the violation does not repeat', async () => {
    let calls = 0;
    const moody = changing((result) => {
      calls += 1;
      if (calls === 40) throw new RangeError('Just this once.');
      return result;
    }, planted(untouched));
    const { counterexamples } = await checkStrategy(moody, { seed: 1 });
    expect(counterexamples.map(({ law }) => law)).toContain('every-history-is-answered');
    for (const { messages, situation } of counterexamples) {
      expect(messages).toEqual(['broken once, and not when tried again']);
      expect(situation).toBeUndefined();
    }
  });
});
