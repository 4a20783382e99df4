import type {
  CompressionContext,
  CompressionResult,
  IContent,
  StrategyPlugin,
  StrategyServices,
} from '@palimpsest/core-types';
import {
  applyDensityResult,
  historyInvariants,
  indexExchanges,
  judge,
  protection,
  repair,
  safeCuts,
  tailBoundary,
} from '@palimpsest/history';
import fc from 'fast-check';
import { historyArbitrary } from './arbitraries.ts';

export interface CheckOptions {
  /** How many histories are tried. @default 300 */
  readonly runs?: number;
  /** Makes a run repeatable; the report says which one was used. */
  readonly seed?: number;
  /** Index of the first entry that stays whole under `compress`. @default by `preserveThreshold`, at a whole exchange */
  readonly tailStart?: (history: readonly IContent[], preserveThreshold: number) => number;
  /** Services the plugin is created with, beside empty settings. */
  readonly services?: Partial<StrategyServices>;
  /** Histories to try. @default `historyArbitrary()` */
  readonly histories?: fc.Arbitrary<IContent[]>;
}

export interface CheckReport {
  readonly strategy: string;
  readonly runs: number;
  readonly seed: number;
  /** The smallest history found that breaks a law, and which. Absent where every law held. */
  readonly counterexample?: {
    readonly history: readonly IContent[];
    readonly broken: readonly string[];
  };
}

interface Case {
  readonly history: readonly IContent[];
  readonly ratio: number;
  readonly preserveThreshold: number;
}

/** Tries a strategy on nasty histories and holds every result against the laws. Works with any test runner. */
export async function checkStrategy(
  plugin: StrategyPlugin,
  {
    runs = 300,
    seed,
    tailStart = byPreserveThreshold,
    services,
    histories = historyArbitrary(),
  }: CheckOptions = {},
): Promise<CheckReport> {
  const cases = fc.record({
    history: histories,
    ratio: fc.constantFrom(0, 0.15, 0.3, 0.5, 0.7, 0.95, 2),
    preserveThreshold: fc.constantFrom(0, 0.1, 0.2, 0.3, 0.5, 1),
  });
  const strategy = plugin.create({
    settings: () => ({}),
    strategy: () => {
      throw new Error('No other strategy is registered in this check.');
    },
    ...services,
  });

  const find = async ({ history, ratio, preserveThreshold }: Case): Promise<string[]> => {
    const input = deepFreeze(structuredClone([...history]));
    const repaired = repair(input);
    const before = repaired.history;
    const targetTokens = Math.floor(ratio * countTokens(before));
    const contextOf = (entries: readonly IContent[]): CompressionContext => ({
      history: entries,
      targetTokens,
      estimateTokens: countTokens,
      currentTokenCount: countTokens(entries),
      runtimeContext: { ephemerals: { preserveThreshold: () => preserveThreshold } },
    });
    const result = await strategy.compress(contextOf(before));
    const again = await strategy.compress(contextOf(before));
    const broken: string[] = [];
    if (JSON.stringify(result) !== JSON.stringify(again)) broken.push('law-6: two runs differ');
    if (repair(before).history !== before) broken.push('repair is not idempotent');
    broken.push(...judgeResult(result, before, tailStart(before, preserveThreshold)));
    if (result.kind === 'applied') {
      const second = await strategy.compress(
        contextOf(structuredClone(stripMetadata(result.newHistory))),
      );
      if (second.kind !== 'noop') broken.push('law-6: compressing the output again changes it');
    }
    if (strategy.optimize !== undefined) {
      broken.push(...judgeOptimization(strategy.optimize.bind(strategy), before));
    }
    return broken;
  };

  const judgeResult = (
    result: CompressionResult,
    before: readonly IContent[],
    tail: number,
  ): string[] => {
    const after = result.kind === 'applied' ? result.newHistory : before;
    const { targetTokens, shortfallTokens, provenance } = result.metadata;
    return judge({
      before,
      after,
      provenance: provenance ?? before.map((_, index) => ({ sources: [index], reason: 'kept' })),
      tailStart: tail,
      isProtected: protection(),
      humanText: plugin.humanText,
      tokensBefore: countTokens(before),
      tokensAfter: countTokens(after),
      ...(targetTokens === undefined ? {} : { targetTokens }),
      ...(shortfallTokens === undefined ? {} : { shortfallTokens }),
    }).map(({ law, index, message }) => `${law} at ${index}: ${message}`);
  };

  const checked = await fc.check(
    fc.asyncProperty(cases, async (one) => (await find(one)).length === 0),
    { numRuns: runs, ...(seed === undefined ? {} : { seed }) },
  );
  const report = { strategy: plugin.name, runs: checked.numRuns, seed: checked.seed };
  if (!checked.failed) return report;
  const [smallest] = checked.counterexample ?? [];
  if (smallest === undefined) throw checked.errorInstance;
  const broken = await find(smallest).catch((error: unknown) => [String(error)]);
  return {
    ...report,
    counterexample: {
      history: smallest.history,
      broken: [`ratio ${smallest.ratio}, preserve ${smallest.preserveThreshold}`, ...broken],
    },
  };
}

function byPreserveThreshold(history: readonly IContent[], preserveThreshold: number): number {
  return tailBoundary(history, safeCuts(indexExchanges(history)), preserveThreshold);
}

type Optimize = NonNullable<ReturnType<StrategyPlugin['create']>['optimize']>;

function judgeOptimization(optimize: Optimize, history: readonly IContent[]): string[] {
  const config = {
    readWritePruning: true,
    fileDedupe: true,
    recencyPruning: true,
    recencyRetention: 2,
    workspaceRoot: '/w',
  };
  const after = applyDensityResult(history, optimize(history, config));
  const broken = historyInvariants
    .flatMap((invariant) => invariant.check(after))
    .map(({ law, message }) => `optimize: ${law}: ${message}`);
  const again = optimize(after, config);
  if (again.removals.length > 0 || again.replacements.size > 0) {
    broken.push('optimize: running it again changes the history');
  }
  const newest = indexExchanges(history).exchanges.at(-1);
  if (newest !== undefined && !after.includes(history[newest.start]!)) {
    broken.push('optimize: the newest exchange was touched');
  }
  return broken;
}

/** What is left when a history went through a provider's format: no metadata, no identity. */
function stripMetadata(history: readonly IContent[]): IContent[] {
  return history.map(({ speaker, blocks, metadata }) =>
    metadata?.pinned === true ? { speaker, blocks, metadata } : { speaker, blocks },
  );
}

/** A third of the characters an entry has as JSON, additive over entries. */
function countTokens(contents: readonly IContent[]): number {
  let characters = 0;
  for (const { speaker, blocks } of contents)
    characters += JSON.stringify({ speaker, blocks }).length;
  return Math.ceil(characters / 3);
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const child of Object.values(value)) deepFreeze(child);
  }
  return value;
}
