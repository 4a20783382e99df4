import {
  OptionError,
  UnknownStrategyError,
  type CompressionStrategy,
  type IContent,
  type SettingValues,
  type StrategyPlugin,
  type StrategyServices,
} from '@palimpsest/core-types';
import {
  indexExchanges,
  safeCuts,
  findTailStart,
  type Violation,
} from '@palimpsest/engine/history';
import { deepFreeze } from './deep-freeze.ts';
import { violationsOf } from './laws/trial-laws.ts';
import { runTrial } from './run-trial.ts';
import type { TestCase } from './context.ts';
import type { Trial } from './trial.ts';

export interface TrialOptions {
  /**
   * Returns the index of the first entry that `compress` must preserve, for strategies with their own rule for the tail. If it returns
   * `undefined`, the claim of the result counts.
   *
   * @default by `preserveThreshold`, at a whole exchange; if the host sets none, the claim of the result (`bottomPreserved`, which must
   * cover the newest whole exchange), or a share of 0.2 if it has none
   */
  readonly tailStart?: (history: readonly IContent[], situation: TestCase) => number | undefined;
  /** Services with which the plugin is created. @default the settings of the situation, and no other strategy */
  readonly services?: Partial<StrategyServices>;
}

export interface Trials {
  /** Tries one situation. All trials share one strategy, so they must run one after another. */
  run(
    situation: TestCase,
  ): Promise<{ readonly trial: Trial; readonly violations: readonly Violation[] }>;
}

/** Creates a strategy once, as a host does, to try it in several situations. */
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

const PLUGIN =
  'a strategy plugin: an object with a name, a function create, and settings as an array or none';

/**
 * Checks that a value can be tried as a plugin. Wrong declarations in a plugin are reported as broken laws.
 *
 * @throws {OptionError} when the value is not a plugin
 */
export function checkPlugin(plugin: unknown): asserts plugin is StrategyPlugin {
  const { name, create, settings = [] } = (plugin ?? {}) as Partial<Record<string, unknown>>;
  const isPlugin =
    typeof name === 'string' && typeof create === 'function' && Array.isArray(settings);
  if (!isPlugin) throw new OptionError('plugin', plugin, PLUGIN);
}

function checkCreated(strategy: unknown): asserts strategy is CompressionStrategy {
  const { compress } = (strategy ?? {}) as Partial<Record<string, unknown>>;
  if (typeof compress === 'function') return;
  throw new OptionError('plugin.create()', strategy, 'a strategy: an object with compress');
}
