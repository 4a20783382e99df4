import type { StrategyPlugin } from '@palimpsest/core-types';
import { modelOptionsFromSettings, modelSettings } from '@palimpsest/snapshot';
import { OneShotStrategy, NAME } from './one-shot-strategy.ts';

/** Plugin that registers `one-shot` with a factory. */
export const oneShot: StrategyPlugin = {
  specification: 1,
  name: NAME,
  requiresLLM: true,
  humanText: 'eligible',
  description:
    'A model summarizes everything but the newest part; what the user demanded stays word for word.',
  settings: modelSettings,
  create: (services) => new OneShotStrategy(modelOptionsFromSettings(services)),
};
