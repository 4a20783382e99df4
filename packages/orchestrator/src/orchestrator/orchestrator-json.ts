import type { CalibrationJson } from '@palimpsest/tokenizer';
import type { BreakerJson } from '../attempts/breaker-json.ts';
import type { LedgerSnapshot } from '../economics/cost-ledger.ts';
import { OrchestratorOptionError } from '../orchestrator-option-error.ts';
import type { OrchestratorState } from './orchestrator-state.ts';

const KIND = 'palimpsest.orchestrator';
const FORMAT = 1;

/** An orchestrator as `JSON.stringify` takes it: what it remembers between calls. Its history is kept apart. */
export interface OrchestratorJson {
  readonly kind: typeof KIND;
  readonly format: typeof FORMAT;
  readonly state: OrchestratorState;
  readonly breaker: BreakerJson;
  readonly calibration: CalibrationJson;
  readonly ledgers: Readonly<Record<string, LedgerSnapshot>>;
}

export function orchestratorJson(
  parts: Omit<OrchestratorJson, 'kind' | 'format'>,
): OrchestratorJson {
  return { kind: KIND, format: FORMAT, ...parts };
}

/**
 * Parts that have readers of their own are left to them.
 *
 * @throws {OrchestratorOptionError} `INVALID_ORCHESTRATOR_JSON`, with the path of what is wrong
 */
export function readOrchestratorJson(json: unknown): OrchestratorJson {
  const whole = objectAt('state', json);
  if (whole['kind'] !== KIND) throw refusal('state.kind', whole['kind'], `"${KIND}"`);
  if (whole['format'] !== FORMAT) {
    throw refusal('state.format', whole['format'], `${FORMAT}; a newer one needs a newer release`);
  }
  const state = objectAt('state.state', whole['state']);
  numberAt('state.state.calls', state['calls']);
  const schedule = objectAt('state.state.schedule', state['schedule']);
  numberAt('state.state.schedule.calls', schedule['calls']);
  for (const name of ['firstCallAt', 'lastCallAt', 'waited']) {
    if (schedule[name] !== undefined) numberAt(`state.state.schedule.${name}`, schedule[name]);
  }
  numbersAt('state.state.schedule.lastApplied', schedule['lastApplied'], ['call', 'net']);
  numbersAt('state.state.growth', objectAt('state.state.growth', state['growth']), [
    'tokens',
    'calls',
  ]);
  numbersAt('state.state.sent', state['sent'], ['length', 'tokens', 'beside', 'at']);
  numbersAt('state.state.stuck', state['stuck'], ['target', 'tokens']);
  objectAt('state.ledgers', whole['ledgers']);
  return json as OrchestratorJson;
}

function objectAt(path: string, value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw refusal(path, value, 'what toJSON() answered, parsed');
}

function numbersAt(path: string, value: unknown, names: readonly string[]): void {
  if (value === undefined) return;
  const object = objectAt(path, value);
  for (const name of names) numberAt(`${path}.${name}`, object[name]);
}

function numberAt(path: string, value: unknown): void {
  if (typeof value === 'number' && Number.isFinite(value)) return;
  throw refusal(path, value, 'a finite number');
}

function refusal(where: string, seen: unknown, accepted: string): OrchestratorOptionError {
  return new OrchestratorOptionError(where, seen, accepted, { code: 'INVALID_ORCHESTRATOR_JSON' });
}
