import { LONG_HUMAN_TEXT } from '@palimpsest/engine/history';
import type { OptimizingStrategy, StrategyPlugin } from '@palimpsest/core-types';
import { defineStrategy, startOfShare, startWithin } from '@palimpsest/engine';
import { explainShortfall, planHighDensity } from './plan.ts';
import { optimize } from './optimize/optimize.ts';
import { highDensityServices } from './services.ts';
import { highDensitySettings } from './settings.ts';

/**
 * Strategy `high-density`: prunes stale content continuously, and summarizes old tool results when compression is due. Uses no model.
 *
 * `optimize` plans which stale reads, repeated inclusions and old results to remove from the raw history. It never throws because of the
 * content of a history.
 *
 * `compress` summarizes tool results before the tail, then removes whole exchanges while the target is missed.
 */
export const highDensity: StrategyPlugin<OptimizingStrategy> = defineStrategy({
  name: 'high-density',
  humanText: 'last',
  longHumanText: LONG_HUMAN_TEXT,
  description:
    'Removes outdated reads, and replaces each old tool result by one line. If that is not enough, removes whole old exchanges.',
  trigger: { mode: 'continuous', defaultThreshold: 0.6 },
  skipWhen: 'under-explicit-target',
  settings: highDensitySettings,
  services: highDensityServices,
  optimize,
  tailStart(input) {
    const { preserveThreshold } = input.context.runtimeContext.ephemerals;
    const start = startOfShare(input);
    return preserveThreshold?.() === undefined ? startWithin(input, start) : start;
  },
  plan: planHighDensity,
  shortfallReason: explainShortfall,
});
