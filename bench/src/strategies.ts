import type { TrialOptions } from '@palimpsest/conformance';
import type { CompressionStrategy, IContent, StrategyPlugin } from '@palimpsest/core-types';
import { createStrategy } from '@palimpsest/engine';
import { indexExchanges, safeCuts } from '@palimpsest/engine/history';
import { scriptedProvider } from '@palimpsest/testing';
import { MEMBERS as PLUGINS } from '../../packages/palimpsest/test/strategies/members.ts';

/** Every strategy of the `palimpsest` package. */
export { PLUGINS };
export const STRATEGY_NAMES: readonly string[] = PLUGINS.map(({ name }) => name);

/** Returns a model whose summary is empty of facts. */
export const createForgetfulModel = (): ReturnType<typeof scriptedProvider> =>
  scriptedProvider(['<state_snapshot>\nThe work went on.\n</state_snapshot>']);

/** Creates a strategy, with a forgetful model. */
export function createForgetful(plugin: StrategyPlugin): CompressionStrategy {
  return createStrategy(plugin, { model: createForgetfulModel() });
}

/** Returns the tail start for a number of newest entries, expanded to whole exchanges. */
export const newest =
  (count: number) =>
  (history: readonly IContent[]): number =>
    safeCuts(indexExchanges(history)).atOrBefore(history.length - count);

/** Tail starts of strategies whose tail does not depend on the preserved share, by name. */
export const TAILS: Readonly<Record<string, TrialOptions>> = {
  extractive: {
    tailStart: ({ length }, { settings }) =>
      settings['compression.extractive.recencyWindow'] === 0 ? length : undefined,
  },
  'top-down-truncation': { tailStart: newest(2) },
  'clean-window': { tailStart: newest(1) },
};
