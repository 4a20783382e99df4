import {
  CompressionExecutionError,
  rejectOnAbort,
  type CompressionContext,
  type CompressionResult,
  type CompressionStrategy,
} from '@palimpsest/core-types';
import { assertResult } from '@palimpsest/engine';
import { createCheckedEstimator } from '@palimpsest/engine/history';
import { shouldRetryCompressionError } from '@palimpsest/summarizer/history';
import { untilAborted } from '../until-aborted.ts';
import type { Attempt, CompressionEvent, FailedOutcome } from './outcome.ts';

export interface RetryPlan {
  /** Number of retries after transient errors. @default 2 */
  readonly retries?: number | undefined;
  /** Clock in ms, for the duration of attempts. @default Date.now */
  readonly now?: (() => number) | undefined;
  /** Waits. @default a timer, which an abort ends */
  readonly sleep?: ((milliseconds: number, signal?: AbortSignal) => Promise<void>) | undefined;
  /** All attempts so far; each attempt is added. */
  readonly attempts: Attempt[];
  readonly emit: (event: CompressionEvent) => void;
}

/** A valid result, and whether it was ineffective. */
export interface Tried {
  readonly result: CompressionResult;
  readonly ineffective: boolean;
}

interface Failed {
  readonly error: unknown;
  readonly reason: Exclude<FailedOutcome['reason'], 'fallback-failed'>;
}

const RETRIES = 2;

/** Wait before the first retry, in ms; it doubles with each, up to a maximum. No part of it is random: a caller's `sleep` may add one. */
const FIRST_DELAY_MS = 2_000;
const MAX_DELAY_MS = 10_000;

/** Maximum wait that a provider may ask for, in ms; if it asks for more, there is no retry. */
const MAX_RETRY_AFTER_MS = 30_000;

/** Runs one strategy until it succeeds, fails permanently, or has no retries left. */
export async function retryAttempts(
  strategy: CompressionStrategy,
  context: CompressionContext,
  { retries = RETRIES, now = Date.now, sleep = pause, attempts, emit }: RetryPlan,
): Promise<Tried | Failed> {
  const { name } = strategy;
  const { signal } = context;
  for (let retry = 0; ; retry += 1) {
    const startedAt = now();
    try {
      const tried = await attemptOnce(strategy, context);
      attempts.push({ strategy: name, ms: now() - startedAt });
      return tried;
    } catch (error) {
      signal?.throwIfAborted();
      attempts.push({ strategy: name, ms: now() - startedAt, error });
      emit({ kind: 'attempt-failed', strategy: name, error });
      // The callback may abort.
      signal?.throwIfAborted();
      if (!shouldRetryCompressionError(error)) return { error, reason: 'permanent' };
      const asked = findRetryAfter(error);
      if (asked > MAX_RETRY_AFTER_MS) return { error, reason: 'asked-to-wait' };
      if (retry >= retries) return { error, reason: 'retries-used-up' };
      const ms = asked > 0 ? asked : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** retry);
      emit({ kind: 'waiting', strategy: name, ms });
      try {
        await sleep(ms, signal);
      } finally {
        // A caller's `sleep` may reject with an error of its own.
        signal?.throwIfAborted();
      }
    }
  }
}

async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  try {
    await rejectOnAbort(passed, signal);
  } finally {
    clearTimeout(timer);
  }
}

/** A compression that removes a smaller share of the tokens is ineffective. */
const EFFECTIVE_SHARE = 0.05;

/** Runs a strategy. Malformed and empty results count as failed. */
async function attemptOnce(
  strategy: CompressionStrategy,
  context: CompressionContext,
): Promise<Tried> {
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

/** Maximum number of nested errors to check. */
const DEPTH = 10;

/** Returns `retryAfterMs` of an error or of its causes, in ms; the outermost wins. 0 without one. */
function findRetryAfter(error: unknown): number {
  let next = error;
  for (let depth = 0; depth < DEPTH && isObject(next); depth += 1) {
    const { retryAfterMs: asked, cause, originalError, error: inner } = next;
    if (typeof asked === 'number' && asked >= 0) return asked;
    next = [cause, originalError, inner].find(isObject);
  }
  return 0;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
