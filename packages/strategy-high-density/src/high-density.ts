import type { OptimizingStrategy, StrategyPlugin } from '@palimpsest/core-types';
import { defineStrategy, startOfShare, startWithin } from '@palimpsest/engine';
import { defaultToolTaxonomy } from '@palimpsest/tool-taxonomy';
import { LONG_HUMAN_TEXT } from './shorten-texts.ts';
import { explainShortfall, planHighDensity } from './plan.ts';
import { createIncrementalOptimizer } from './optimize/create-incremental-optimizer.ts';
import { createOptimizerCache } from './optimize/create-optimizer-cache.ts';
import { highDensitySettings } from './settings.ts';

/**
 * Strategy `high-density`: prunes stale content continuously, and summarizes old tool results when compression is due. Uses no model.
 *
 * `optimize` plans which stale reads, repeated inclusions and old results to remove from the raw history (REQ-HD-005 to 007). It never throws
 * because of the content of a history. If the history starts with the same entry objects as one of the last few, only the appended entries
 * are read: replace entries instead of changing them.
 *
 * `compress` summarizes tool results before the tail, then removes whole exchanges while the target is missed (REQ-HD-008).
 */
export const highDensity: StrategyPlugin<OptimizingStrategy> = defineStrategy({
  name: 'high-density',
  humanText: 'last',
  longHumanText: LONG_HUMAN_TEXT,
  description:
    'Prunes stale reads and replaces old tool results with one line each; if that is not enough, removes whole old exchanges.',
  trigger: { mode: 'continuous', defaultThreshold: 0.6 },
  skipWhen: 'under-explicit-target',
  settings: highDensitySettings,
  setup: ({ toolTaxonomy = defaultToolTaxonomy }) =>
    createOptimizerCache((config) => createIncrementalOptimizer(config, toolTaxonomy)),
  optimize: (history, config, plan) => plan(history, config),
  tailStart(input) {
    const { preserveThreshold } = input.context.runtimeContext.ephemerals;
    const start = startOfShare(input);
    return preserveThreshold?.() === undefined ? startWithin(input, start) : start;
  },
  plan: planHighDensity,
  shortfallReason: explainShortfall,
});
