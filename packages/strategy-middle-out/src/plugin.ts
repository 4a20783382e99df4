import type { StrategyPlugin } from '@palimpsest/core-types';
import { modelOptionsFromSettings, modelSettings } from '@palimpsest/snapshot';
import { MiddleOutStrategy, NAME } from './middle-out-strategy.ts';

/** Plugin that registers `middle-out` with a factory. */
export const middleOut: StrategyPlugin = {
  specification: 1,
  name: NAME,
  requiresLLM: true,
  humanText: 'eligible',
  description:
    'A model summarizes the middle; the oldest and the newest part stay, and what the user demanded stays word for word.',
  settings: modelSettings,
  create: (services) => new MiddleOutStrategy(modelOptionsFromSettings(services)),
};
