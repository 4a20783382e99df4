import type { CompressionEvent } from '../attempts/outcome.ts';
import { errorFacts } from './error-facts.ts';
import { known, named, type Facts } from './facts.ts';

/** Names of span events. */
export const ATTEMPT_EVENTS: Readonly<Record<CompressionEvent['kind'], string>> = {
  'attempt-failed': 'palimpsest.attempt.failed',
  waiting: 'palimpsest.attempt.waiting',
  're-routed': 'palimpsest.attempt.re_routed',
  'fell-back': 'palimpsest.attempt.fell_back',
  skipped: 'palimpsest.attempt.skipped',
};

/** What is recorded of something that happened on the way to an outcome. */
export function attemptFacts(event: CompressionEvent, withMessages: boolean): Facts {
  if ('to' in event) {
    return { 'palimpsest.from': named(event.from), 'palimpsest.to': named(event.to) };
  }
  const strategy = { 'palimpsest.strategy': named(event.strategy) };
  if ('error' in event) return { ...strategy, ...errorFacts(event.error, withMessages) };
  const ms = 'remainingMs' in event ? event.remainingMs : event.ms;
  return known({ ...strategy, 'palimpsest.wait_ms': ms });
}
