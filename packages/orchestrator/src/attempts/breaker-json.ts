import { OrchestratorOptionError } from '../orchestrator-option-error.ts';

const KIND = 'palimpsest.breaker';
const FORMAT = 1;

export interface BreakerState {
  /** Failures since the last success. */
  readonly failures: number;
  /** When the last one was, by the breaker's clock; 0 where there was none. */
  readonly lastFailureAt: number;
}

/** A breaker as `JSON.stringify` takes it. */
export interface BreakerJson extends BreakerState {
  readonly kind: typeof KIND;
  readonly format: typeof FORMAT;
}

export function breakerJson(state: BreakerState): BreakerJson {
  return { kind: KIND, format: FORMAT, ...state };
}

/** @throws {OrchestratorOptionError} `INVALID_BREAKER_JSON`, with the path of what is wrong */
export function readBreakerJson(json: unknown): BreakerState {
  if (typeof json !== 'object' || json === null) {
    throw refusal('json', json, 'what toJSON() answered, parsed');
  }
  const { kind, format, failures, lastFailureAt } = json as Record<string, unknown>;
  if (kind !== KIND) throw refusal('json.kind', kind, `"${KIND}"`);
  if (format !== FORMAT) {
    throw refusal('json.format', format, `${FORMAT}; a newer one needs a newer release`);
  }
  if (typeof failures !== 'number' || !Number.isInteger(failures) || failures < 0) {
    throw refusal('json.failures', failures, 'a whole number, 0 or more');
  }
  if (typeof lastFailureAt !== 'number' || !Number.isFinite(lastFailureAt)) {
    throw refusal('json.lastFailureAt', lastFailureAt, 'a finite number of milliseconds');
  }
  return { failures, lastFailureAt };
}

function refusal(where: string, seen: unknown, accepted: string): OrchestratorOptionError {
  return new OrchestratorOptionError(where, seen, accepted, { code: 'INVALID_BREAKER_JSON' });
}
