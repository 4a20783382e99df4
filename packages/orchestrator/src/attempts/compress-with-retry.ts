import type { CompressionContext, CompressionResult, NoopReason } from '@palimpsest/core-types';
import { isFallbackEligibleCompressionError } from '@palimpsest/summarizer/history';
import { findStrategy, type StrategySource } from '../strategy-source.ts';
import {
  pause,
  retryAttempts,
  type AttemptResult,
  type RetryPlan,
  type Sleep,
} from './retry-attempts.ts';
import { checkCount, checkMilliseconds, type Breaker } from './breaker.ts';
import type { AppliedOutcome, Attempt, CompressionEvent, CompressionOutcome } from './outcome.ts';

export interface RetryOptions {
  readonly strategies: StrategySource;
  /** Strategy to run first. */
  readonly name: string;
  /** Strategy to run if the first fails; `false` for none. @default 'top-down-truncation' */
  readonly fallback?: string | false;
  /**
   * Whether the fallback follows `eligible` failures (REQ-CR-004), or `any`, such as a rejected key or a broken invariant. @default 'eligible'
   */
  readonly fallBackOn?: 'eligible' | 'any';
  /** Number of retries. @default 2 */
  readonly retries?: number;
  /** Minimum wait before the first retry, in ms; it doubles with each. @default 2_000 */
  readonly minDelayMs?: number;
  /** Maximum wait that the provider did not ask for, in ms. @default 10_000 */
  readonly maxDelayMs?: number;
  /** Maximum wait that a provider may ask for, in ms; if it asks for more, there is no retry. @default 30_000 */
  readonly maxRetryAfterMs?: number;
  /** Strategies to switch to after a no-op, if registered. @default `middle-out` to `one-shot` */
  readonly reRoutes?: ReRoutes;
  /** Counts failures across calls. @default none */
  readonly breaker?: Breaker;
  /** Whether to run even during the cool-down of the breaker. @default false */
  readonly bypassBreaker?: boolean;
  /** Called with each event. Its errors are dropped. */
  readonly onEvent?: (event: CompressionEvent) => unknown;
  /** Clock in ms, for the duration of attempts. @default Date.now */
  readonly now?: () => number;
  /** @default a timer */
  readonly sleep?: Sleep;
  /** Returns a number from 0 to 1, for the jitter of waits. @default Math.random */
  readonly random?: () => number;
}

/**
 * Compresses with retries of transient errors (REQ-CR-003), reroutes after a no-op, a fallback without a model (REQ-CR-004), and a circuit
 * breaker (REQ-CR-005). All strategies get the same context, and each runs once apart from retries.
 *
 * @returns the outcome, also of failures
 * @throws {UnknownStrategyError} if `name` or `fallback` is not registered; nothing was attempted then
 * @throws {OptionError} for invalid options
 * @throws the reason of `context.signal` when it aborts, even if a strategy ignores it; the breaker does not count it
 */
export async function compressWithRetry(
  context: CompressionContext,
  options: RetryOptions,
): Promise<CompressionOutcome> {
  const { strategies, name, breaker, bypassBreaker = false, reRoutes = RE_ROUTES } = options;
  const { fallback: fallbackName = 'top-down-truncation' } = options;
  const attempts: Attempt[] = [];
  const plan = retryPlan(options, attempts);
  const first = strategies.resolve(name);
  const fallback =
    fallbackName === false || fallbackName === name ? undefined : strategies.resolve(fallbackName);
  context.signal?.throwIfAborted();

  const remainingMs = bypassBreaker ? 0 : (breaker?.remainingMs() ?? 0);
  if (remainingMs > 0) {
    plan.emit({ kind: 'skipped', strategy: name, remainingMs });
    return { kind: 'skipped', strategy: name, attempts, reason: 'cooling-down', remainingMs };
  }

  const concluded = (
    { result, ineffective }: AttemptResult,
    strategy: string,
    reason: AppliedOutcome['reason'],
    failure: { readonly cause?: unknown } = {},
  ): CompressionOutcome => {
    if (result.kind === 'noop') {
      if ('cause' in failure) breaker?.failed();
      return { kind: 'noop', result, strategy, attempts, reason: result.reason, ...failure };
    }
    breaker?.succeeded();
    return { kind: 'applied', result, strategy, attempts, reason, ineffective, ...failure };
  };

  let strategy = name;
  let tries = await retryAttempts(name, first, context, plan);
  let reason: AppliedOutcome['reason'] = 'compressed';
  const next = 'result' in tries ? findReRoute(reRoutes, name, tries.result) : undefined;
  const other = next === undefined ? undefined : findStrategy(strategies, next);
  if (next !== undefined && other !== undefined) {
    plan.emit({ kind: 're-routed', from: name, to: next });
    strategy = next;
    reason = 're-routed';
    tries = await retryAttempts(next, other, context, plan);
  }
  if ('result' in tries) return concluded(tries, strategy, reason);

  const { error: cause } = tries;
  const isEligible = options.fallBackOn === 'any' || isFallbackEligibleCompressionError(cause);
  const mayFallBack = isEligible && fallbackName !== strategy;
  if (fallback === undefined || fallbackName === false || !mayFallBack) {
    breaker?.failed();
    return { kind: 'failed', strategy, attempts, reason: tries.reason, cause };
  }
  plan.emit({ kind: 'fell-back', from: strategy, to: fallbackName });
  const last = await retryAttempts(fallbackName, fallback, context, { ...plan, retries: 0 });
  if ('result' in last) return concluded(last, fallbackName, 'fallback', { cause });
  breaker?.failed();
  return {
    kind: 'failed',
    strategy: fallbackName,
    attempts,
    reason: 'fallback-failed',
    cause: new AggregateError(
      [cause, last.error],
      `Compression with "${strategy}" failed, and so did its fallback "${fallbackName}".`,
    ),
  };
}

function retryPlan(options: RetryOptions, attempts: Attempt[]): RetryPlan {
  const { now = Date.now, sleep = pause, random = Math.random, onEvent } = options;
  return {
    retries: checkCount('retries', options.retries ?? 2, 0),
    minDelayMs: checkMilliseconds('minDelayMs', options.minDelayMs ?? 2_000),
    maxDelayMs: checkMilliseconds('maxDelayMs', options.maxDelayMs ?? 10_000),
    maxRetryAfterMs: checkMilliseconds('maxRetryAfterMs', options.maxRetryAfterMs ?? 30_000),
    now,
    sleep,
    random,
    note: (attempt) => attempts.push(attempt),
    emit: (event) => notifySafely(onEvent, event),
  };
}

/** A failing callback must not disturb the caller. */
function notifySafely(onEvent: RetryOptions['onEvent'], event: CompressionEvent): void {
  try {
    const answer = onEvent?.(event);
    if (answer instanceof Promise) answer.catch(() => {});
  } catch {
    // Dropped: see onEvent.
  }
}

/** Strategies to switch to after a no-op: strategy name and no-op reason to another name. */
type ReRoutes = Readonly<Record<string, Readonly<Partial<Record<NoopReason, string>>>>>;

/** A history too short to have a middle may still have a beginning to summarize. */
const RE_ROUTES: ReRoutes = {
  'middle-out': {
    'too-few-compressible': 'one-shot',
    'shrunk-below-minimum': 'one-shot',
  },
};

/** Returns the name of the strategy to switch to, if any. */
function findReRoute(
  routes: ReRoutes,
  strategy: string,
  result: CompressionResult,
): string | undefined {
  if (result.kind !== 'noop' || !Object.hasOwn(routes, strategy)) return undefined;
  const byReason = routes[strategy]!;
  const next = Object.hasOwn(byReason, result.reason) ? byReason[result.reason] : undefined;
  return next === strategy ? undefined : next;
}
