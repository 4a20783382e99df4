import { OptionError } from '@palimpsest/core-types';
import { parseSaved, FORMAT, SAVED_BREAKER } from '../saved-state.ts';

export interface BreakerOptions {
  /** Consecutive failures after which compression is skipped. @default 3 */
  readonly failures?: number;
  /** Length of the cool-down, in ms. @default 60_000 */
  readonly coolDownMs?: number;
  /** Clock in ms that continues across processes. @default Date.now */
  readonly now?: () => number;
}

interface BreakerState {
  /** Failures since the last success. */
  readonly failures: number;
  /** Time of the last failure, by the breaker's clock; 0 if there was none. */
  readonly lastFailureAt: number;
}

/** A breaker for `JSON.stringify`. */
export interface BreakerJson extends BreakerState {
  readonly kind: 'palimpsest.breaker';
  readonly format: typeof FORMAT;
}

/** Skips compression for a cool-down after repeated failures (REQ-CR-005). */
export interface Breaker {
  /** Returns the time until the next attempt is allowed, in ms; 0 if one is allowed now. */
  remainingMs(): number;
  /** Records that no strategy could compress. From the limit of failures on, each failure starts a cool-down. */
  failed(): void;
  /** Records a success: earlier failures no longer count. */
  succeeded(): void;
  /** Returns the state for `JSON.stringify`; `createBreaker` takes it. */
  toJSON(): BreakerJson;
}

/**
 * @param json result of `toJSON` of another breaker, to continue from
 * @throws {OptionError} `INVALID_OPTION`, or `INVALID_BREAKER_JSON` with the path of the problem
 */
export function createBreaker(options: BreakerOptions = {}, json?: unknown): Breaker {
  const failures = checkCount('failures', options.failures ?? 3, 1);
  const coolDownMs = checkMilliseconds('coolDownMs', options.coolDownMs ?? 60_000);
  const { now = Date.now } = options;
  const saved =
    json === undefined
      ? undefined
      : parseSaved(SAVED_BREAKER, json, { code: 'INVALID_BREAKER_JSON' });
  let state: BreakerState = {
    failures: saved?.failures ?? 0,
    lastFailureAt: saved?.lastFailureAt ?? 0,
  };
  return {
    remainingMs() {
      if (state.failures < failures) return 0;
      const left = state.lastFailureAt + coolDownMs - now();
      // A clock that was set back must not prolong the cool-down.
      return left > 0 && left <= coolDownMs ? left : 0;
    },
    failed() {
      state = { failures: state.failures + 1, lastFailureAt: now() };
    },
    succeeded() {
      state = { failures: 0, lastFailureAt: 0 };
    },
    toJSON: () => ({ kind: 'palimpsest.breaker', format: FORMAT, ...state }),
  };
}

export function checkCount(option: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new OptionError(option, value, `a whole number, ${least} or more`);
}

export function checkMilliseconds(option: string, value: number): number {
  if (Number.isFinite(value) && value >= 0) return value;
  throw new OptionError(option, value, 'a finite number of milliseconds, 0 or more');
}
