import { PalimpsestError } from '@palimpsest/core-types';
import { isTransientCompressionError } from '@palimpsest/snapshot';
import { retryAfterOf } from '../attempts/retry-after.ts';
import type { CandidateFailure } from './candidate.ts';
import { wordsOf } from './error-words.ts';

const FAILURES_SHOWN = 10;

/**
 * No member of a load balancer answered: `FAILOVER_FAILED`. Transient where any of them failed in a way that passes, as whoever tries again
 * asks them all again; `retryAfterMs` is then the shortest wait one of these asks for, absent where one of them asks for none.
 */
export class FailoverError extends PalimpsestError {
  override readonly name: string = 'FailoverError';
  /** Name of the load balancer. */
  readonly profile: string;
  /** What each member failed with, in their order. None holds its key. */
  readonly errors: readonly unknown[];
  readonly isTransient: boolean;
  declare readonly retryAfterMs?: number;

  constructor(profile: string, failures: readonly CandidateFailure[]) {
    super(`Load balancer "${profile}" got no answer: ${listed(failures)}.`, 'FAILOVER_FAILED');
    this.profile = profile;
    this.errors = failures.map(({ error }) => error);
    const passing = this.errors.filter(isTransientCompressionError);
    this.isTransient = passing.length > 0;
    let wait = Number.POSITIVE_INFINITY;
    for (const error of passing) wait = Math.min(wait, retryAfterOf(error) ?? 0);
    if (wait > 0 && Number.isFinite(wait)) this.retryAfterMs = wait;
  }
}

function listed(failures: readonly CandidateFailure[]): string {
  const shown = failures
    .slice(0, FAILURES_SHOWN)
    .map(({ profile, error }) => `"${profile}": ${wordsOf(error, undefined)}`);
  const more = failures.length - shown.length;
  return `${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}
