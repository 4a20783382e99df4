import type { IContent, StrategyPlugin, StrategyServices } from '@palimpsest/core-types';
import { indexExchanges, repair, safeCuts, tailBoundary } from '@palimpsest/history';
import fc from 'fast-check';
import { historyArbitrary } from './history-arbitrary.ts';
import { checkCompression } from './check-compression.ts';
import { checkOptimization } from './check-optimization.ts';
import { estimators } from './estimators.ts';

export interface CheckOptions {
  /** How many histories are tried. @default 300 */
  readonly runs?: number;
  /** Makes a run repeatable; the report says which one was used. */
  readonly seed?: number;
  /**
   * Index of the first entry that stays whole under `compress`; `preserveThreshold` is `undefined` where the host sets none.
   *
   * @default by `preserveThreshold`, at a whole exchange; where the host sets none, what the result says of its tail
   *   (`bottomPreserved`, which has to cover the newest whole exchange), or a share of 0.2 where it says nothing
   */
  readonly tailStart?: (
    history: readonly IContent[],
    preserveThreshold: number | undefined,
  ) => number;
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
  readonly preserveThreshold: number | undefined;
  readonly canRecall: boolean;
  readonly estimator: (typeof estimators)[number];
}

/**
 * Tries a strategy on nasty histories, with targets, tails and estimators as hosts have them, and holds every result against the laws.
 * Works with any test runner.
 */
export async function checkStrategy(
  plugin: StrategyPlugin,
  { runs = 300, seed, tailStart, services, histories = historyArbitrary() }: CheckOptions = {},
): Promise<CheckReport> {
  const cases: fc.Arbitrary<Case> = fc.record({
    history: histories,
    ratio: fc.constantFrom(0, 0.15, 0.3, 0.5, 0.7, 0.95, 2),
    preserveThreshold: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(0, 0.1, 0.2, 0.3, 0.5, 1) },
      fc.constant(undefined),
    ),
    canRecall: fc.boolean(),
    estimator: fc.oneof(
      { weight: 3, arbitrary: fc.constant(estimators[0]!) },
      fc.constantFrom(...estimators),
    ),
  });
  const strategy = plugin.create({
    settings: () => ({}),
    strategy: () => {
      throw new Error('No other strategy is registered in this check.');
    },
    ...services,
  });

  const find = async (one: Case): Promise<string[]> => {
    const { count } = one.estimator;
    const given = deepFreeze(structuredClone([...one.history]));
    const before = deepFreeze(repair(given).history);
    const broken = await checkCompression(strategy, {
      given,
      before,
      count,
      ratio: one.ratio,
      preserveThreshold: one.preserveThreshold,
      canRecall: one.canRecall,
      humanText: plugin.humanText,
      longHumanText: plugin.longHumanText,
      tailStart: (tailStart ?? byPreserveThreshold)(before, one.preserveThreshold),
    });
    if (strategy.optimize === undefined) return broken;
    return [...broken, ...checkOptimization(strategy.optimize.bind(strategy), before)];
  };

  const checked = await fc.check(
    fc.asyncProperty(cases, async (one) => (await find(one)).length === 0),
    { numRuns: runs, ...(seed === undefined ? {} : { seed }) },
  );
  const report = { strategy: plugin.name, runs: checked.numRuns, seed: checked.seed };
  if (!checked.failed) return report;
  const [smallest] = checked.counterexample ?? [];
  if (smallest === undefined) throw checked.errorInstance;
  const { history, ratio, preserveThreshold, canRecall, estimator } = smallest;
  const broken = await find(smallest).catch((error: unknown) => [String(error)]);
  const where = `ratio ${ratio}, preserve ${preserveThreshold ?? 'unset'}, recall ${canRecall ? 'offered' : 'not offered'}, tokens: ${estimator.name}`;
  return { ...report, counterexample: { history, broken: [where, ...broken] } };
}

function byPreserveThreshold(
  history: readonly IContent[],
  preserveThreshold: number | undefined,
): number | undefined {
  if (preserveThreshold === undefined) return undefined;
  return tailBoundary(history, safeCuts(indexExchanges(history)), preserveThreshold);
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const child of Object.values(value)) deepFreeze(child);
  }
  return value;
}
