import {
  CompressionExecutionError,
  type CompressionContext,
  type CompressionResult,
  type CompressionStrategy,
} from '@palimpsest/core-types';
import { assertResult } from '@palimpsest/engine';
import { createCheckedEstimator } from '@palimpsest/history';
import { shouldRetryCompressionError } from '@palimpsest/summarizer/history';
import type { RetryOptions } from './compress-with-retry.ts';
import type { Attempt, CompressionEvent, FailedOutcome } from './outcome.ts';
import { untilAborted } from '../until-aborted.ts';

/** Checked options of retries, and callbacks. */
export interface RetryPlan extends Required<
  Pick<
    RetryOptions,
    'retries' | 'minDelayMs' | 'maxDelayMs' | 'maxRetryAfterMs' | 'now' | 'sleep' | 'random'
  >
> {
  /** Records each attempt. */
  readonly note: (attempt: Attempt) => void;
  readonly emit: (event: CompressionEvent) => void;
}

type AttemptsResult =
  | AttemptResult
  | {
      readonly error: unknown;
      readonly reason: Exclude<FailedOutcome['reason'], 'fallback-failed'>;
    };

/** Runs one strategy until it succeeds, fails permanently, or has no retries left (REQ-CR-003). */
export async function retryAttempts(
  name: string,
  strategy: CompressionStrategy,
  context: CompressionContext,
  plan: RetryPlan,
): Promise<AttemptsResult> {
  const { signal } = context;
  const { retries, maxRetryAfterMs, now, note, emit } = plan;
  for (let attempt = 1; ; attempt += 1) {
    const startedAt = now();
    try {
      const tried = await attemptOnce(strategy, context);
      note({ strategy: name, ms: now() - startedAt });
      return tried;
    } catch (error) {
      signal?.throwIfAborted();
      note({ strategy: name, ms: now() - startedAt, error });
      emit({ kind: 'attempt-failed', strategy: name, error });
      // The callback may abort.
      signal?.throwIfAborted();
      if (!shouldRetryCompressionError(error)) return { error, reason: 'permanent' };
      const retryAfterMs = findRetryAfter(error) ?? 0;
      if (retryAfterMs > maxRetryAfterMs) return { error, reason: 'asked-to-wait' };
      if (attempt > retries) return { error, reason: 'retries-used-up' };
      const ms = retryAfterMs > 0 ? retryAfterMs : delayBefore(attempt, plan);
      emit({ kind: 'waiting', strategy: name, ms });
      try {
        await plan.sleep(ms, signal);
      } finally {
        // A caller's `sleep` may reject with an error of its own.
        signal?.throwIfAborted();
      }
    }
  }
}

/** Returns an exponential wait with jitter. */
function delayBefore(retry: number, { minDelayMs, maxDelayMs, random }: RetryPlan): number {
  return Math.min(maxDelayMs, minDelayMs * 2 ** (retry - 1) * (1 + random()));
}

/** A compression that removes a smaller share of the tokens is ineffective. */
const EFFECTIVE_SHARE = 0.05;

/** A valid result, and whether it was ineffective. */
export interface AttemptResult {
  readonly result: CompressionResult;
  readonly ineffective: boolean;
}

/** Runs a strategy. Malformed and empty results count as failed. */
async function attemptOnce(
  strategy: CompressionStrategy,
  context: CompressionContext,
): Promise<AttemptResult> {
  const { name } = strategy;
  const { length } = context.history;
  return await untilAborted(context.signal, async () => {
    const result: unknown = await strategy.compress(context);
    assertResult(result, name);
    if (result.kind === 'applied' && result.newHistory.length === 0 && length > 0) {
      const why = `expected a non-empty history from ${length} entries, got an empty one`;
      throw new CompressionExecutionError(name, why);
    }
    return { result, ineffective: await isIneffective(result, context) };
  });
}

async function isIneffective(
  result: CompressionResult,
  { history, estimateTokens }: CompressionContext,
): Promise<boolean> {
  if (result.kind === 'noop') return false;
  const estimate = createCheckedEstimator(estimateTokens);
  const { tokensBefore, tokensAfter } = result.metadata;
  const before = tokensBefore ?? (await estimate(history));
  const after = tokensAfter ?? (await estimate(result.newHistory));
  return before - after < EFFECTIVE_SHARE * before;
}

/** Maximum number of nested errors to look at; bounds circular causes. */
const DEPTH = 10;

/** Returns `retryAfterMs` of an error or of its causes, in ms; the outermost wins. */
function findRetryAfter(error: unknown): number | undefined {
  const waiting: unknown[] = [error];
  const seen = new Set<unknown>();
  for (const next of waiting) {
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    if (seen.size === DEPTH) break;
    seen.add(next);
    const asked: unknown = Reflect.get(next, 'retryAfterMs');
    if (typeof asked === 'number' && asked >= 0) return asked;
    for (const name of ['cause', 'originalError', 'error'] as const) {
      waiting.push(Reflect.get(next, name));
    }
  }
  return undefined;
}

/** Waits. Rejects with the reason of an aborted signal, and leaves no timer. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

export const pause: Sleep = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    if (signal?.aborted === true) onAbort();
    else signal?.addEventListener('abort', onAbort, { once: true });
  });
