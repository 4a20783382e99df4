import type { CompressionContext, CompressionResult } from '@palimpsest/core-types';
import { findStrategy, type StrategySource } from '../strategy-source.ts';
import type { Breaker } from './breaker.ts';
import type { AppliedOutcome, Attempt, CompressionEvent, CompressionOutcome } from './outcome.ts';
import { retryAttempts, type RetryPlan, type Tried } from './retry-attempts.ts';

export interface RetryOptions extends Pick<RetryPlan, 'retries' | 'sleep' | 'now'> {
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
}

/**
 * Compresses with retries of transient errors, a reroute after a no-op, a fallback, and a circuit breaker. All strategies get the same
 * context, and each runs once apart from retries.
 *
 * @returns the outcome, also of failures
 * @throws {UnknownStrategyError} if `name` or `fallback` is not registered; nothing was attempted then
 * @throws the reason of `context.signal` when it aborts, even if a strategy ignores it; the breaker does not count it
 */
export async function compressWithRetry(
  context: CompressionContext,
  options: RetryOptions,
): Promise<CompressionOutcome> {
  const { strategies, name, breaker, bypassBreaker = false, fallback: fallbackName } = options;
  const { onEvent = () => {} } = options;
  const attempts: Attempt[] = [];
  const first = strategies.resolve(name);
  const fallback =
    fallbackName === false || fallbackName === name ? undefined : strategies.resolve(fallbackName);
  context.signal?.throwIfAborted();

  const remainingMs = bypassBreaker ? 0 : (breaker?.remainingMs() ?? 0);
  if (remainingMs > 0) {
    onEvent({ kind: 'skipped', strategy: name, remainingMs });
    return { kind: 'skipped', strategy: name, attempts, reason: 'cooling-down', remainingMs };
  }
  const { now, retries, sleep } = options;
  const plan: RetryPlan = { retries, now, sleep, attempts, emit: onEvent };

  const concluded = (
    { result, ineffective }: Tried,
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
  let tried = await retryAttempts(first, context, plan);
  let reason: AppliedOutcome['reason'] = 'compressed';
  const other =
    'result' in tried && isReRouted(name, tried.result)
      ? findStrategy(strategies, RE_ROUTE.to)
      : undefined;
  if (other !== undefined) {
    onEvent({ kind: 're-routed', from: name, to: RE_ROUTE.to });
    strategy = RE_ROUTE.to;
    reason = 're-routed';
    tried = await retryAttempts(other, context, plan);
  }
  if ('result' in tried) return concluded(tried, strategy, reason);

  const { error: cause } = tried;
  if (fallback === undefined || fallbackName === false || fallbackName === strategy) {
    breaker?.failed();
    return { kind: 'failed', strategy, attempts, reason: tried.reason, cause };
  }
  onEvent({ kind: 'fell-back', from: strategy, to: fallbackName });
  const last = await retryAttempts(fallback, context, { ...plan, retries: 0 });
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

/** A history too short to have a middle may still have a beginning to summarize. */
const RE_ROUTE = {
  from: 'middle-out',
  to: 'one-shot',
  after: ['too-few-compressible', 'shrunk-below-minimum'],
};

function isReRouted(strategy: string, result: CompressionResult): boolean {
  return (
    strategy === RE_ROUTE.from && result.kind === 'noop' && RE_ROUTE.after.includes(result.reason)
  );
}
