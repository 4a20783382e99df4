import {
  UnknownStrategyError,
  type CompressionStrategy,
  type IContent,
  type SettingValues,
  type StrategyPlugin,
  type StrategyServices,
} from '@palimpsest/core-types';
import { indexExchanges, safeCuts, findTailStart, type Violation } from '@palimpsest/history';
import { deepFreeze } from '@palimpsest/testing';
import { checkCreated } from './check-plugin.ts';
import { violationsOf } from './laws/trial-laws.ts';
import { runTrial } from './run-trial.ts';
import type { TestCase } from './test-case.ts';
import type { Trial } from './trial.ts';

export interface TrialOptions {
  /**
   * Index of the first entry that stays whole under `compress`, for strategies that have a tail of their own; `undefined`: what the
   * result says of it.
   *
   * @default by `preserveThreshold`, at a whole exchange; where the host sets none, what the result says of its tail
   *   (`bottomPreserved`, which has to cover the newest whole exchange), or a share of 0.2 where it says nothing
   */
  readonly tailStart?: (history: readonly IContent[], situation: TestCase) => number | undefined;
  /** Services the plugin is created with. @default the settings of the situation, and no other strategy */
  readonly services?: Partial<StrategyServices>;
}

export interface Trials {
  readonly strategy: CompressionStrategy;
  /** Tries one situation. The strategy is the same in all of them, so trials come one after the other. */
  run(
    situation: TestCase,
  ): Promise<{ readonly trial: Trial; readonly violations: readonly Violation[] }>;
}

/** Creates a strategy once, as a host does, to try it in one situation after the other. */
export function createTrials(
  plugin: StrategyPlugin,
  { tailStart = byPreserveThreshold, services }: TrialOptions = {},
): Trials {
  let settings: SettingValues = {};
  const strategy: unknown = plugin.create({
    settings: () => settings,
    strategy: (name) => {
      throw new UnknownStrategyError(name);
    },
    ...services,
  });
  checkCreated(strategy);
  return {
    strategy,
    run: async (situation) => {
      settings = deepFreeze(structuredClone(situation.settings));
      const trial = await runTrial(plugin, strategy, { ...situation, settings }, (before) =>
        tailStart(before, situation),
      );
      return { trial, violations: violationsOf(trial) };
    },
  };
}

function byPreserveThreshold(
  history: readonly IContent[],
  { preserveThreshold }: TestCase,
): number | undefined {
  if (preserveThreshold === undefined) return undefined;
  return findTailStart(history, safeCuts(indexExchanges(history)), preserveThreshold);
}
