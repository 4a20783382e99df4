import type { IContent, TokenEstimator, ToolTaxonomy } from '@palimpsest/core-types';
import type { Settings } from '@palimpsest/factory/settings';
import type { Breaker } from '../attempts/breaker.ts';
import type { CompressionEvent } from '../attempts/outcome.ts';
import type { TokenMeter } from '../meter/token-meter.ts';
import type { CallSettings } from './call-settings.ts';
import type { OrchestratorOptions } from './orchestrator-options.ts';
import type { OrchestratorState } from './orchestrator-state.ts';
import type { PrepareRequest } from './prepare-request.ts';

/** Everything one decision stands on. Nothing of it changes while it is made. */
export interface PrepareContext {
  readonly options: OrchestratorOptions;
  readonly settings: Settings;
  readonly request: PrepareRequest;
  readonly call: CallSettings;
  readonly state: OrchestratorState;
  /** A copy: what it learns counts once the decision is carried out. */
  readonly breaker: Breaker;
  /** Everything, and what is sent of it. */
  readonly raw: readonly IContent[];
  readonly curated: readonly IContent[];
  readonly pending: readonly IContent[];
  readonly meter: TokenMeter;
  /** Counts reasoning that is bound to what precedes it, and nothing else. */
  readonly thinkingMeter: TokenMeter;
  readonly estimateTokens: TokenEstimator;
  readonly taxonomy: ToolTaxonomy;
  /** When it began, by the orchestrator's clock. */
  readonly at: number;
  readonly emit: (event: CompressionEvent) => void;
}
