import type { CalibrationJson } from '@palimpsest/tokenizer';
import type { BreakerJson } from '../attempts/breaker.ts';
import type { LedgerSnapshot } from '../economics/cost-ledger.ts';
import { assertSaved, FORMAT, SAVED_ORCHESTRATOR } from '../saved-state.ts';
import type { OrchestratorState } from './orchestrator-state.ts';

/** The memory of an orchestrator between calls, for `JSON.stringify`. Its history is saved separately. */
export interface OrchestratorJson {
  readonly kind: 'palimpsest.orchestrator';
  readonly format: typeof FORMAT;
  readonly state: OrchestratorState;
  readonly breaker: BreakerJson;
  readonly calibration: CalibrationJson;
  readonly ledgers: Readonly<Record<string, LedgerSnapshot>>;
}

export function orchestratorJson(
  parts: Omit<OrchestratorJson, 'kind' | 'format'>,
): OrchestratorJson {
  return { kind: 'palimpsest.orchestrator', format: FORMAT, ...parts };
}

/** @throws {OrchestratorOptionError} `INVALID_ORCHESTRATOR_JSON`, with the path of the problem */
export function readOrchestratorJson(json: unknown): OrchestratorJson {
  const code = 'INVALID_ORCHESTRATOR_JSON';
  assertSaved<OrchestratorJson>(SAVED_ORCHESTRATOR, json, { root: 'state', code });
  return json;
}
