import type { StrategyPlugin } from '@palimpsest/core-types';
import { NAME } from './compress.ts';
import { LONG_HUMAN_TEXT } from './history/targets.ts';
import { ExtractiveStrategy } from './extractive-strategy.ts';
import { extractiveSettings, pickSettings } from './settings.ts';

/** Plugin that registers `extractive` with a factory. */
export const extractive: StrategyPlugin = {
  specification: 1,
  name: NAME,
  requiresLLM: false,
  humanText: 'eligible',
  longHumanText: LONG_HUMAN_TEXT,
  description:
    'Says repeated text once and keeps the sentences that matter of old prose; cuts old text short only when that is not enough.',
  settings: extractiveSettings,
  create: (services) =>
    new ExtractiveStrategy({
      settings: (context) => pickSettings({ ...services.settings(), ...context.settings }),
      ...(services.toolTaxonomy === undefined ? {} : { toolTaxonomy: services.toolTaxonomy }),
    }),
};
