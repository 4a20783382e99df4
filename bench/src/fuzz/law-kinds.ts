import { createTrials, situationArbitrary, type TrialOptions } from '@palimpsest/conformance';
import type { StrategyPlugin } from '@palimpsest/core-types';
import { indexExchanges, safeCuts } from '@palimpsest/engine/history';
import { extractive } from '@palimpsest/strategy-extractive';
import { highDensity } from '@palimpsest/strategy-high-density';
import { middleOut } from '@palimpsest/strategy-middle-out';
import { oneShot } from '@palimpsest/strategy-one-shot';
import { salience } from '@palimpsest/strategy-salience';
import { topDownTruncation } from '@palimpsest/strategy-top-down-truncation';
import { fuzzKind, type FuzzKind } from './fuzz-kind.ts';
import { histories } from './history-sizes.ts';

const PLUGINS = [salience, highDensity, extractive, topDownTruncation, middleOut, oneShot];

/** Tail starts of strategies whose tail does not depend on the preserved share. */
const TAILS: ReadonlyMap<StrategyPlugin, NonNullable<TrialOptions['tailStart']>> = new Map([
  [
    extractive,
    ({ length }, { settings }) =>
      settings['compression.extractive.recencyWindow'] === 0 ? length : undefined,
  ],
  [
    topDownTruncation,
    (history) => safeCuts(indexExchanges(history)).atOrBefore(history.length - 2),
  ],
]);

/** The conformance kit's cases for each strategy, checked against every law. */
export const lawKinds: readonly FuzzKind[] = PLUGINS.map((plugin) => {
  const ownTail = TAILS.get(plugin);
  const trials = createTrials(plugin, ownTail === undefined ? {} : { tailStart: ownTail });
  return fuzzKind({
    name: `laws, ${plugin.name}`,
    weight: 10,
    cases: situationArbitrary(plugin, histories),
    judge: async (situation) => {
      const { violations } = await trials.run(situation);
      return violations.map(({ law, index, message }) => ({
        rule: law,
        message: `at ${index}: ${message}`,
      }));
    },
  });
});
