import type { CompressionContext } from '@palimpsest/core-types';
import type { StrategySource } from '../strategy-source.ts';
import type { Breaker } from './breaker.ts';
import type { Attempt, CompressionEvent, CompressionOutcome } from './outcome.ts';
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
  const { strategies, name, fallback, breaker, bypassBreaker = false } = options;
  const { now, retries, sleep, onEvent = () => {} } = options;
  const first = strategies.resolve(name);
  const second = fallback === false || fallback === name ? undefined : strategies.resolve(fallback);
  context.signal?.throwIfAborted();

  const attempts: Attempt[] = [];
  const remainingMs = bypassBreaker ? 0 : (breaker?.remainingMs() ?? 0);
  if (remainingMs > 0) {
    onEvent({ kind: 'skipped', strategy: name, remainingMs });
    return { kind: 'skipped', strategy: name, attempts, reason: 'cooling-down', remainingMs };
  }
  const plan: RetryPlan = { retries, now, sleep, attempts, emit: onEvent };
  const tried = await retryAttempts(first, context, plan);
  if ('result' in tried) return concluded(tried, name, {});

  const { error: cause } = tried;
  if (second === undefined) {
    breaker?.failed();
    return { kind: 'failed', strategy: name, attempts, reason: tried.reason, cause };
  }
  onEvent({ kind: 'fell-back', from: name, to: second.name });
  const last = await retryAttempts(second, context, { ...plan, retries: 0 });
  if ('result' in last) return concluded(last, second.name, { cause });
  breaker?.failed();
  return {
    kind: 'failed',
    strategy: second.name,
    attempts,
    reason: 'fallback-failed',
    cause: new AggregateError(
      [cause, last.error],
      `Compression with "${name}" failed, and so did its fallback "${second.name}".`,
    ),
  };

  function concluded(
    { result, ineffective }: Tried,
    strategy: string,
    failure: { readonly cause?: unknown },
  ): CompressionOutcome {
    if (result.kind === 'noop') {
      if ('cause' in failure) breaker?.failed();
      return { kind: 'noop', result, strategy, attempts, reason: result.reason, ...failure };
    }
    breaker?.succeeded();
    const reason = 'cause' in failure ? 'fallback' : 'compressed';
    return { kind: 'applied', result, strategy, attempts, reason, ineffective, ...failure };
  }
}
