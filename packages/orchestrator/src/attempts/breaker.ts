import { breakerJson, readBreakerJson, type BreakerJson } from './breaker-json.ts';
import { checkCount, checkMilliseconds } from './check-option.ts';

export interface BreakerOptions {
  /** Failures in a row after which compression rests. @default 3 */
  readonly failures?: number;
  /** For how long it rests, in milliseconds. @default 60_000 */
  readonly coolDownMs?: number;
  /** Milliseconds on a clock that outlives the process, as `Date.now`. @default Date.now */
  readonly now?: () => number;
}

/** Keeps a compression that fails again and again from being tried on every turn (REQ-CR-005). */
export interface Breaker {
  /** Milliseconds until it may be tried again; 0 where it may be tried now. */
  remainingMs(): number;
  /** Nobody could compress. From so many of these on without a success between them, each one begins a rest. */
  failed(): void;
  /** Somebody compressed: what failed before no longer counts. */
  succeeded(): void;
  /** For `JSON.stringify`; `createBreaker` takes it. */
  toJSON(): BreakerJson;
}

/**
 * @param json what `toJSON` of another breaker answered
 * @throws {OrchestratorOptionError} `INVALID_OPTION`, or `INVALID_BREAKER_JSON` with the path of what is wrong
 */
export function createBreaker(options: BreakerOptions = {}, json?: unknown): Breaker {
  const failures = checkCount('failures', options.failures ?? 3, 1);
  const coolDownMs = checkMilliseconds('coolDownMs', options.coolDownMs ?? 60_000);
  const { now = Date.now } = options;
  let state = json === undefined ? { failures: 0, lastFailureAt: 0 } : readBreakerJson(json);
  return {
    remainingMs() {
      if (state.failures < failures) return 0;
      const left = state.lastFailureAt + coolDownMs - now();
      // A clock that was set back must not make a rest longer.
      return left > 0 && left <= coolDownMs ? left : 0;
    },
    failed() {
      state = { failures: state.failures + 1, lastFailureAt: now() };
    },
    succeeded() {
      state = { failures: 0, lastFailureAt: 0 };
    },
    toJSON: () => breakerJson(state),
  };
}
