import type { CompressionContext, CompressionResult, NoopReason } from '@palimpsest/core-types';
import { isFallbackEligibleCompressionError } from '@palimpsest/snapshot';
import { findStrategy, type StrategySource } from '../strategy-source.ts';
import {
  pause,
  retryAttempts,
  type AttemptResult,
  type RetryPlan,
  type Sleep,
} from './retry-attempts.ts';
import type { Breaker } from './breaker.ts';
import { checkCount, checkMilliseconds } from '../orchestrator-option-error.ts';
import type { AppliedOutcome, Attempt, CompressionEvent, CompressionOutcome } from './outcome.ts';

export interface RetryOptions {
  readonly strategies: StrategySource;
  /** Who is asked first. */
  readonly name: string;
  /** Who is asked where that fails in a way that another may not; `false` for nobody. @default 'top-down-truncation' */
  readonly fallback?: string | false;
  /** Whether the fallback is asked for `eligible` failures only (REQ-CR-004), or for `any`: a key that is refused, a result that breaks a law. @default 'eligible' */
  readonly fallBackOn?: 'eligible' | 'any';
  /** Tries after the first. @default 2 */
  readonly retries?: number;
  /** Least wait before the second try; it doubles with each. @default 2_000 */
  readonly minDelayMs?: number;
  /** Longest wait nobody asked for. @default 10_000 */
  readonly maxDelayMs?: number;
  /** Longest wait a provider may ask for; where it asks for more there is no other try. @default 30_000 */
  readonly maxRetryAfterMs?: number;
  /** Who tries where there was nothing to do for the first; those that are not registered do not. @default RE_ROUTES */
  readonly reRoutes?: ReRoutes;
  /** Remembers failures between calls. @default none */
  readonly breaker?: Breaker;
  /** Tries also while the breaker rests: the request is over the hard limit. @default false */
  readonly bypassBreaker?: boolean;
  /** Hears what happens on the way. What it throws is dropped. */
  readonly onEvent?: (event: CompressionEvent) => unknown;
  /** Milliseconds, for how long tries took. @default Date.now */
  readonly now?: () => number;
  /** @default a timer */
  readonly sleep?: Sleep;
  /** From 0 up to 1, for waits that differ. @default Math.random */
  readonly random?: () => number;
}

/**
 * Compresses, and copes with what goes wrong: tries again what may pass (REQ-CR-003), sends on what another strategy can do, falls back to
 * one that needs no model (REQ-CR-004), and rests after too many failures (REQ-CR-005). Everybody gets the same context. Each strategy is
 * asked once, retries aside, so it always ends.
 *
 * It says how it went, and throws only
 *
 * @throws {UnknownStrategyError} where nobody registered `name` or `fallback`; nothing was tried then
 * @throws {OrchestratorOptionError} for options that cannot be meant
 * @throws the reason of `context.signal` when it aborts, also where a strategy does not listen; the breaker takes no note of it
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

/** Whoever listens badly must not disturb a turn. */
function notifySafely(onEvent: RetryOptions['onEvent'], event: CompressionEvent): void {
  try {
    const answer = onEvent?.(event);
    if (answer instanceof Promise) answer.catch(() => {});
  } catch {
    // Dropped, as promised.
  }
}

/** Who tries next where a strategy finds nothing to do: its name and its reason to another name. */
type ReRoutes = Readonly<Record<string, Readonly<Partial<Record<NoopReason, string>>>>>;

/** A history too short for a middle may still have a beginning that a model can summarize. */
const RE_ROUTES: ReRoutes = {
  'middle-out': {
    'too-few-compressible': 'one-shot',
    'shrunk-below-minimum': 'one-shot',
  },
};

/** The name of the strategy that should try next, where there is another. */
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
