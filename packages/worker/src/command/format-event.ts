import type { JobEvent } from '../job-event.ts';

/** Returns one line about a run of a job, without content of conversations: of an error only its code or name. */
export function formatEvent(event: JobEvent): string {
  const run = `${event.kind} ${event.id} ${event.strategy} ${event.ms} ms`;
  if (event.kind === 'failed') {
    return `${run} ${errorKind(event.error)}, ${event.willRetry ? 'will be repeated' : 'for good'}`;
  }
  if (event.kind === 'returned' || event.tokensAfter === undefined) return run;
  return `${run} ${event.tokensBefore ?? '?'} -> ${event.tokensAfter} tokens`;
}

/** Returns the code of an error, else its name. A message may quote a conversation. */
export function errorKind(error: unknown): string {
  if (typeof error !== 'object' || error === null) return typeof error;
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  const kind = [code, name].find((value) => typeof value === 'string' && /^\w{1,80}$/.test(value));
  return typeof kind === 'string' ? kind : 'Error';
}
