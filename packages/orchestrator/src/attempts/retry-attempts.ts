import type { CompressionContext, CompressionStrategy } from '@palimpsest/core-types';
import { shouldRetryCompressionError } from '@palimpsest/snapshot';
import pRetry from 'p-retry';
import { attemptOnce, type Tried } from './attempt-once.ts';
import type { Attempt, CompressionEvent, FailedOutcome } from './outcome.ts';
import type { Sleep } from './pause.ts';
import { retryAfterOf } from './retry-after.ts';

/** How often, and after how long, a strategy is tried again. */
export interface RetryPlan {
  readonly retries: number;
  readonly minDelayMs: number;
  readonly maxDelayMs: number;
  readonly maxRetryAfterMs: number;
  readonly now: () => number;
  readonly sleep: Sleep;
  readonly random: () => number;
  /** Takes down every try. */
  readonly note: (attempt: Attempt) => void;
  readonly tell: (event: CompressionEvent) => void;
}

/** What became of the tries of one strategy. */
export type Tries =
  | Tried
  | {
      readonly error: unknown;
      readonly reason: Exclude<FailedOutcome['reason'], 'fallback-failed'>;
    };

/** Carries whatever was thrown, as some throw what is no error, through a loop that tells errors apart by their kind. */
class FailedAttempt extends Error {
  readonly thrown: unknown;
  constructor(thrown: unknown) {
    super('A compression failed.');
    this.thrown = thrown;
  }
}

/** Tries one strategy until it answers, or fails in a way that another try will not mend, or too often (REQ-CR-003). */
export async function retryAttempts(
  name: string,
  strategy: CompressionStrategy,
  context: CompressionContext,
  plan: RetryPlan,
): Promise<Tries> {
  const { signal } = context;
  const { retries, now, note, tell } = plan;
  const run = async (): Promise<Tried> => {
    const startedAt = now();
    let tried: Tried;
    try {
      tried = await attemptOnce(strategy, context);
    } catch (error) {
      signal?.throwIfAborted();
      note({ strategy: name, ms: now() - startedAt, error });
      tell({ kind: 'attempt-failed', strategy: name, error });
      throw new FailedAttempt(error);
    }
    note({ strategy: name, ms: now() - startedAt });
    return tried;
  };
  const mayHelp = (error: Error): error is FailedAttempt =>
    error instanceof FailedAttempt &&
    shouldRetryCompressionError(error.thrown) &&
    (retryAfterOf(error.thrown) ?? 0) <= plan.maxRetryAfterMs;
  try {
    return await pRetry(run, {
      retries,
      // Waits are ours: a provider may have said how long, and the clock is the caller's.
      minTimeout: 0,
      shouldRetry: ({ error }) => mayHelp(error),
      async onFailedAttempt({ error, attemptNumber, retriesLeft }) {
        if (retriesLeft === 0 || !mayHelp(error)) return;
        const ms = delayOf(error.thrown, attemptNumber, plan);
        tell({ kind: 'waiting', strategy: name, ms });
        await plan.sleep(ms, signal);
        signal?.throwIfAborted();
      },
    });
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof FailedAttempt)) throw error;
    const { thrown } = error;
    if (!shouldRetryCompressionError(thrown)) return { error: thrown, reason: 'permanent' };
    return { error: thrown, reason: mayHelp(error) ? 'retries-used-up' : 'asked-to-wait' };
  }
}

/** What was asked for; else twice as long each time, and more up to as much again, so that many callers do not come back at once. */
function delayOf(
  error: unknown,
  attempt: number,
  { minDelayMs, maxDelayMs, random }: RetryPlan,
): number {
  const asked = retryAfterOf(error) ?? 0;
  if (asked > 0) return asked;
  return Math.min(maxDelayMs, minDelayMs * 2 ** (attempt - 1) * (1 + random()));
}
