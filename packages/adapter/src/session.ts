import type { TokenEstimator } from '@palimpsest/core-types';
import type { Settings, StrategyRegistry } from '@palimpsest/factory';
import type { AdapterOptions } from './adapter-options.ts';

/** State shared by the conversations of one adapter. */
export interface Session {
  readonly options: AdapterOptions;
  readonly registry: StrategyRegistry;
  readonly settings: Settings;
  readonly estimateTokens: TokenEstimator;
}
