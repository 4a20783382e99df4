import type { StrategyPlugin } from '@palimpsest/core-types';
import { NAME } from './compress.ts';
import { SalienceStrategy } from './salience-strategy.ts';
import { LONG_HUMAN_TEXT } from './retention-class.ts';

/** Plugin that registers `salience` with a factory. */
export const salience: StrategyPlugin = {
  specification: 1,
  name: NAME,
  requiresLLM: false,
  humanText: 'last',
  longHumanText: LONG_HUMAN_TEXT,
  description:
    'Keeps the lines that will be needed of everything old, by what person and model spoke of, within any budget.',
  create: (services) =>
    new SalienceStrategy(
      services.toolTaxonomy === undefined ? {} : { toolTaxonomy: services.toolTaxonomy },
    ),
};
