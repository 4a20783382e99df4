import pRetry from 'p-retry';
import type { Connection } from '../options/connection.ts';
import { ProviderError } from '../provider-error.ts';
import { pause } from './pause.ts';

const LONGEST_DELAY = 8_000;

/** Runs a request, and again after a failure that may pass. */
export function withRetries<Value>(
  connection: Connection,
  signals: readonly (AbortSignal | undefined)[],
  run: (attempt: number) => Promise<Value>,
): Promise<Value> {
  return pRetry(run, {
    retries: connection.maxRetries,
    // Waits are ours, as the provider may have said how long.
    minTimeout: 0,
    shouldRetry: ({ error }) => mayPass(error, connection),
    async onFailedAttempt({ error, attemptNumber, retriesLeft }) {
      if (retriesLeft === 0 || !mayPass(error, connection)) return;
      await pause(delayOf(error, attemptNumber, connection), signals);
    },
  });
}

function mayPass(error: Error, { maxRetryAfterMs }: Connection): error is ProviderError {
  if (!(error instanceof ProviderError) || !error.isTransient) return false;
  return (error.retryAfterMs ?? 0) <= maxRetryAfterMs;
}

/** What the provider asked for, or twice as long each time; less up to a half, so that many callers do not come back at once. */
function delayOf(
  { retryAfterMs = 0 }: ProviderError,
  attempt: number,
  { retryDelayMs, random }: Connection,
): number {
  if (retryAfterMs > 0) return retryAfterMs;
  const longest = Math.max(LONGEST_DELAY, retryDelayMs);
  return Math.min(longest, retryDelayMs * 2 ** (attempt - 1)) * (1 - random() / 2);
}
