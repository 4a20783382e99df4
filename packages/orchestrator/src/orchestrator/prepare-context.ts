import type { IContent, TokenEstimator } from '@palimpsest/core-types';
import type { Settings } from '@palimpsest/factory/settings';
import type { Breaker } from '../attempts/breaker.ts';
import type { CompressionEvent } from '../attempts/outcome.ts';
import type { TokenMeter } from '../meter/token-meter.ts';
import type { CallSettings } from './call-settings.ts';
import type { OrchestratorState } from './orchestrator-state.ts';
import type { PrepareRequest } from './prepare-request.ts';
import type { PricedOptions } from './price-source.ts';

export interface PrepareContext {
  readonly options: PricedOptions;
  readonly settings: Settings;
  readonly request: PrepareRequest;
  readonly call: CallSettings;
  readonly state: OrchestratorState;
  /** A copy; its changes count once the decision is applied. */
  readonly breaker: Breaker;
  /** All entries of the history; `curated` are those that are sent. */
  readonly raw: readonly IContent[];
  readonly curated: readonly IContent[];
  readonly pending: readonly IContent[];
  readonly meter: TokenMeter;
  /** Counts only bound reasoning. */
  readonly thinkingMeter: TokenMeter;
  readonly estimateTokens: TokenEstimator;
  /** Start time in ms, by the orchestrator's clock. */
  readonly at: number;
  readonly emit: (event: CompressionEvent) => void;
}
