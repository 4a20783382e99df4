import type { PreservationRule } from '@palimpsest/summarizer/classify';
import type { IContent, StrategyPlugin } from '@palimpsest/core-types';
import { defineStrategy } from '@palimpsest/engine';
import { indexExchanges, safeCuts } from '@palimpsest/history';
import { LONG_HUMAN_TEXT } from './history/targets.ts';
import { explainShortfall, planExtractive } from './plan.ts';
import { extractiveSettings } from './settings.ts';

/**
 * Returns the plugin of the strategy `extractive`.
 *
 * @param rules decide, in order, how a text is reduced; roles, recency and tool calls are checked before. @default those of
 * `@palimpsest/summarizer/classify`
 */
export function createExtractive(rules?: readonly PreservationRule[]): StrategyPlugin {
  return defineStrategy({
    name: 'extractive',
    humanText: 'eligible',
    longHumanText: LONG_HUMAN_TEXT,
    description:
      'Says repeated text once and keeps the sentences that matter of old prose; cuts old text short only when that is not enough.',
    settings: extractiveSettings,
    tailStart: ({ history, cuts, settings }) =>
      cuts.atOrBefore(history.length - settings['compression.extractive.recencyWindow']),
    plan: (input) => planExtractive(input, rules),
    shortfallReason: explainShortfall,
  });
}

/**
 * Strategy `extractive`: replaces repeated text by references and keeps the key sentences of old prose. Uses no model by default. The services
 * `classifier`, `dedup`, `redact`, `summarizer` and `toolTaxonomy` replace its parts.
 */
export const extractive: StrategyPlugin = createExtractive();

/**
 * Returns the tail start: the newest `recencyWindow` entries stay unchanged, with all earlier entries of their tool exchanges.
 *
 * @param recencyWindow number of newest entries. @default 4
 */
export function tailStart(history: readonly IContent[], recencyWindow = 4): number {
  return safeCuts(indexExchanges(history)).atOrBefore(history.length - recencyWindow);
}
