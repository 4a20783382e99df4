import { LONG_HUMAN_TEXT } from '@palimpsest/engine/history';
import type { StrategyPlugin } from '@palimpsest/core-types';
import { defineStrategy, startWithin } from '@palimpsest/engine';
import { explainShortfall, planExtractive } from './plan.ts';
import { extractiveServices } from './services.ts';
import { extractiveSettings } from './settings.ts';

/**
 * Strategy `extractive`: replaces repeated text by references and keeps the key sentences of old prose. Uses no model by default.
 */
export const extractive: StrategyPlugin = defineStrategy({
  name: 'extractive',
  humanText: 'eligible',
  longHumanText: LONG_HUMAN_TEXT,
  description:
    'Keeps the most informative sentences of old prose, and repeated text once. If that is not enough, one line remains of each old tool call.',
  settings: extractiveSettings,
  services: extractiveServices,
  tailStart(input) {
    const { history, cuts, settings } = input;
    const window = settings['compression.extractive.recencyWindow'];
    return startWithin(input, cuts.atOrBefore(history.length - window));
  },
  plan: planExtractive,
  shortfallReason: explainShortfall,
});
