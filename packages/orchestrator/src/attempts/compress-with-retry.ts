import {
  CompressionExecutionError,
  rejectOnAbort,
  type CompressionContext,
  type CompressionResult,
  type CompressionStrategy,
} from '@palimpsest/core-types';
import { assertResult } from '@palimpsest/engine';
import { shouldRetryCompressionError } from '@palimpsest/summarizer/history';
import type { StrategySource } from '../strategy-source.ts';
import { untilAborted } from '../until-aborted.ts';
import type { Breaker } from './breaker.ts';
import type { Attempt, CompressionEvent, CompressionOutcome, FailedOutcome } from './outcome.ts';

export interface RetryOptions {
  readonly strategies: StrategySource;
  /** Strategy to run first. */
  readonly name: string;
  /** Strategy to run if the first fails; `false` for none. */
  readonly fallback: string | false;
  /** Counts failures across calls. @default none */
  readonly breaker?: Breaker;
  /** Whether to run even during the cool-down of the breaker. @default false */
  readonly bypassBreaker?: boolean;
  /** Called with each event. */
  readonly onEvent?: (event: CompressionEvent) => void;
  /** Number of retries after transient errors. @default 2 */
  readonly retries?: number;
  /** Clock in ms, for the duration of attempts. @default Date.now */
  readonly now?: () => number;
  /** Waits. @default a timer, which an abort ends */
  readonly sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

interface Failed {
  readonly error: unknown;
  readonly reason: Exclude<FailedOutcome['reason'], 'fallback-failed'>;
}

/** Wait before the first retry, in ms; it doubles with each, up to a maximum. No part of it is random: a caller's `sleep` may add one. */
const FIRST_DELAY_MS = 2_000;
const MAX_DELAY_MS = 10_000;

/** Maximum wait that a provider may ask for, in ms; if it asks for more, there is no retry. */
const MAX_RETRY_AFTER_MS = 30_000;

/** A compression that removes a smaller share of the tokens is ineffective. */
const EFFECTIVE_SHARE = 0.05;

/**
 * Compresses with retries of transient errors, a fallback, and a circuit breaker. Both strategies get the same context, and each runs once apart
 * from retries.
 *
 * @returns the outcome, also of failures
 * @throws {UnknownStrategyError} if `name` or `fallback` is not registered; nothing was attempted then
 * @throws the reason of `context.signal` when it aborts, even if a strategy ignores it; the breaker does not count it
 */
export async function compressWithRetry(
  context: CompressionContext,
  options: RetryOptions,
): Promise<CompressionOutcome> {
  const { strategies, name, fallback, breaker, retries = 2, onEvent = () => {} } = options;
  const first = strategies.resolve(name);
  const second = fallback === false || fallback === name ? undefined : strategies.resolve(fallback);
  context.signal?.throwIfAborted();
  const attempts: Attempt[] = [];
  const remainingMs = options.bypassBreaker === true ? 0 : (breaker?.remainingMs() ?? 0);
  if (remainingMs > 0) {
    onEvent({ kind: 'skipped', strategy: name, remainingMs });
    return { kind: 'skipped', strategy: name, attempts, reason: 'cooling-down', remainingMs };
  }
  const tried = await attempt(first, context, { ...options, retries, attempts });
  if ('kind' in tried) return await concluded(tried, name, {});
  const { error: cause, reason } = tried;
  if (second === undefined) {
    breaker?.failed();
    return { kind: 'failed', strategy: name, attempts, reason, cause };
  }
  onEvent({ kind: 'fell-back', from: name, to: second.name });
  const last = await attempt(second, context, { ...options, retries: 0, attempts });
  if ('kind' in last) return await concluded(last, second.name, { cause });
  breaker?.failed();
  const both = new AggregateError(
    [cause, last.error],
    `Compression with "${name}" failed, and so did its fallback "${second.name}".`,
  );
  const failed = { kind: 'failed', reason: 'fallback-failed' } as const;
  return { ...failed, strategy: second.name, attempts, cause: both };

  async function concluded(
    result: CompressionResult,
    strategy: string,
    failure: { readonly cause?: unknown },
  ): Promise<CompressionOutcome> {
    if (result.kind === 'noop') {
      if ('cause' in failure) breaker?.failed();
      return { kind: 'noop', result, strategy, attempts, reason: result.reason, ...failure };
    }
    breaker?.succeeded();
    const by = 'cause' in failure ? 'fallback' : 'compressed';
    const { tokensBefore, tokensAfter } = result.metadata;
    const before = tokensBefore ?? (await context.estimateTokens(context.history));
    const after = tokensAfter ?? (await context.estimateTokens(result.newHistory));
    const ineffective = before - after < EFFECTIVE_SHARE * before;
    return { kind: 'applied', result, strategy, attempts, reason: by, ineffective, ...failure };
  }
}

/** Runs one strategy until it succeeds, fails permanently, or has no retries left. Adds each attempt to `attempts`. */
async function attempt(
  strategy: CompressionStrategy,
  context: CompressionContext,
  options: RetryOptions & { readonly retries: number; readonly attempts: Attempt[] },
): Promise<CompressionResult | Failed> {
  const { retries, attempts, now = Date.now, sleep = pause, onEvent = () => {} } = options;
  const { name } = strategy;
  const { signal } = context;
  for (let retry = 0; ; retry += 1) {
    const startedAt = now();
    try {
      const result = await untilAborted(signal, () => compressOnce(strategy, context));
      attempts.push({ strategy: name, ms: now() - startedAt });
      return result;
    } catch (error) {
      signal?.throwIfAborted();
      attempts.push({ strategy: name, ms: now() - startedAt, error });
      onEvent({ kind: 'attempt-failed', strategy: name, error });
      // The callback may abort.
      signal?.throwIfAborted();
      if (!shouldRetryCompressionError(error)) return { error, reason: 'permanent' };
      const asked = findRetryAfter(error);
      if (asked > MAX_RETRY_AFTER_MS) return { error, reason: 'asked-to-wait' };
      if (retry >= retries) return { error, reason: 'retries-used-up' };
      const ms = asked > 0 ? asked : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** retry);
      onEvent({ kind: 'waiting', strategy: name, ms });
      await untilAborted(signal, () => sleep(ms, signal));
    }
  }
}

/** Runs a strategy. Malformed and empty results count as failed. */
async function compressOnce(
  strategy: CompressionStrategy,
  context: CompressionContext,
): Promise<CompressionResult> {
  const { length } = context.history;
  const result: unknown = await strategy.compress(context);
  assertResult(result, strategy.name);
  if (result.kind === 'applied' && result.newHistory.length === 0 && length > 0) {
    const why = `expected a non-empty history from ${length} entries, got an empty one`;
    throw new CompressionExecutionError(strategy.name, why);
  }
  return result;
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
