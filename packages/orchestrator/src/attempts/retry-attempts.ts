import {
  CompressionExecutionError,
  type CompressionContext,
  type CompressionResult,
  type CompressionStrategy,
} from '@palimpsest/core-types';
import { assertResult } from '@palimpsest/engine';
import { shouldRetryCompressionError } from '@palimpsest/summarizer/history';
import pRetry from 'p-retry';
import type { Attempt, CompressionEvent, FailedOutcome } from './outcome.ts';
import { untilAborted } from '../until-aborted.ts';
import { createCheckedEstimator } from '@palimpsest/history';

/** Number and delays of retries, and their callbacks. */
export interface RetryPlan {
  readonly retries: number;
  readonly minDelayMs: number;
  readonly maxDelayMs: number;
  readonly maxRetryAfterMs: number;
  readonly now: () => number;
  readonly sleep: Sleep;
  readonly random: () => number;
  /** Records each attempt. */
  readonly note: (attempt: Attempt) => void;
  readonly emit: (event: CompressionEvent) => void;
}

/** Outcome of all attempts of one strategy. */
type AttemptsResult =
  | AttemptResult
  | {
      readonly error: unknown;
      readonly reason: Exclude<FailedOutcome['reason'], 'fallback-failed'>;
    };

/** Wraps any thrown value: strategies may throw values that are not errors, and p-retry treats error types differently. */
class FailedAttempt extends Error {
  readonly thrown: unknown;
  constructor(thrown: unknown) {
    super('A compression failed.');
    this.thrown = thrown;
  }
}

/** Runs one strategy until it succeeds, fails permanently, or has no retries left (REQ-CR-003). */
export async function retryAttempts(
  name: string,
  strategy: CompressionStrategy,
  context: CompressionContext,
  plan: RetryPlan,
): Promise<AttemptsResult> {
  const { signal } = context;
  const { retries, now, note, emit } = plan;
  const run = async (): Promise<AttemptResult> => {
    const startedAt = now();
    let tried: AttemptResult;
    try {
      tried = await attemptOnce(strategy, context);
    } catch (error) {
      signal?.throwIfAborted();
      note({ strategy: name, ms: now() - startedAt, error });
      emit({ kind: 'attempt-failed', strategy: name, error });
      throw new FailedAttempt(error);
    }
    note({ strategy: name, ms: now() - startedAt });
    return tried;
  };
  const mayHelp = (error: Error): error is FailedAttempt =>
    error instanceof FailedAttempt &&
    shouldRetryCompressionError(error.thrown) &&
    (findRetryAfter(error.thrown) ?? 0) <= plan.maxRetryAfterMs;
  try {
    return await pRetry(run, {
      retries,
      // p-retry does not wait itself: a provider may ask for a delay, and the caller supplies `sleep`.
      minTimeout: 0,
      shouldRetry: ({ error }) => mayHelp(error),
      async onFailedAttempt({ error, attemptNumber, retriesLeft }) {
        if (retriesLeft === 0 || !mayHelp(error)) return;
        const ms = delayOf(error.thrown, attemptNumber, plan);
        emit({ kind: 'waiting', strategy: name, ms });
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

/** Returns the wait that the provider asked for, else an exponential one with jitter. */
function delayOf(
  error: unknown,
  attempt: number,
  { minDelayMs, maxDelayMs, random }: RetryPlan,
): number {
  const asked = findRetryAfter(error) ?? 0;
  if (asked > 0) return asked;
  return Math.min(maxDelayMs, minDelayMs * 2 ** (attempt - 1) * (1 + random()));
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
  return await untilAborted(context.signal, async () => {
    const result: unknown = await strategy.compress(context);
    assertResult(result, strategy.name);
    assertKept(result, strategy, context);
    return { result, ineffective: await isIneffective(result, context) };
  });
}

/** @throws {CompressionExecutionError} for a result that keeps nothing of a history */
function assertKept(
  result: CompressionResult,
  { name }: CompressionStrategy,
  { history }: CompressionContext,
): void {
  if (result.kind === 'noop' || result.newHistory.length > 0 || history.length === 0) return;
  throw new CompressionExecutionError(
    name,
    `expected a non-empty history from ${history.length} entries, got an empty one`,
  );
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
  for (let next = waiting.shift(); seen.size < DEPTH; next = waiting.shift()) {
    if (typeof next === 'object' && next !== null && !seen.has(next)) {
      seen.add(next);
      const asked: unknown = Reflect.get(next, 'retryAfterMs');
      if (typeof asked === 'number' && asked >= 0) return asked;
      for (const name of ['cause', 'originalError', 'error'] as const) {
        waiting.push(Reflect.get(next, name));
      }
    }
    if (waiting.length === 0) break;
  }
  return undefined;
}

/** Waits. Rejects with the reason of an aborted signal, and leaves no timer. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

export const pause: Sleep = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    const onAbort = (): void => {
      end();
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      end();
      resolve();
    }, milliseconds);
    if (signal?.aborted === true) onAbort();
    else signal?.addEventListener('abort', onAbort);
  });
