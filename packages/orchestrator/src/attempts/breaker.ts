import { OptionError } from '@palimpsest/core-types';

export interface BreakerOptions {
  /** Consecutive failures after which compression is skipped. @default 3 */
  readonly failures?: number;
  /** Length of the cool-down, in ms. @default 60_000 */
  readonly coolDownMs?: number;
  /** Clock in ms that continues across processes. @default Date.now */
  readonly now?: () => number;
}

/** The memory of a breaker. Plain JSON. */
export interface BreakerJson {
  /** Failures since the last success. */
  readonly failures: number;
  /** Time of the last failure, by the breaker's clock; 0 if there was none. */
  readonly lastFailureAt: number;
}

/** Skips compression for a cool-down after repeated failures. */
export interface Breaker {
  /** Returns the time until the next attempt is allowed, in ms; 0 if one is allowed now. */
  remainingMs(): number;
  /** Records that no strategy could compress. From the limit of failures on, each failure starts a cool-down. */
  failed(): void;
  /** Records a success: earlier failures no longer count. */
  succeeded(): void;
  /** Returns the memory; `createBreaker` takes it. */
  toJSON(): BreakerJson;
}

const NO_FAILURES: BreakerJson = { failures: 0, lastFailureAt: 0 };

/** @throws {OptionError} for an invalid option */
export function createBreaker(
  options: BreakerOptions = {},
  from: BreakerJson = NO_FAILURES,
): Breaker {
  const { failures = 3, coolDownMs = 60_000, now = Date.now } = options;
  if (!(Number.isSafeInteger(failures) && failures >= 1))
    throw new OptionError('breaker.failures', failures, 'a whole number, 1 or more');
  if (!(Number.isFinite(coolDownMs) && coolDownMs >= 0))
    throw new OptionError('breaker.coolDownMs', coolDownMs, 'a finite number of ms, 0 or more');
  let state = from;
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
      state = NO_FAILURES;
    },
    toJSON: () => state,
  };
}
