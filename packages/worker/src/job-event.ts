import type { Job } from 'bullmq';
import type { StoredJob, StoredResult } from './stored-job.ts';

interface JobFacts {
  /** Id of the job, as in `CompressionJob`. */
  readonly id: string;
  readonly strategy: string;
  /** Duration of this run, in ms. */
  readonly ms: number;
}

/** What became of one run of a job. Has no content of conversations, apart from the message of an error. */
export type JobEvent =
  | (JobFacts & {
      readonly kind: 'done';
      readonly tokensBefore?: number;
      readonly tokensAfter?: number;
    })
  | (JobFacts & {
      readonly kind: 'failed';
      readonly error: unknown;
      /** Whether the queue will run it again. */
      readonly willRetry: boolean;
    })
  /** The worker closed before the job ended; another worker runs it. */
  | (JobFacts & { readonly kind: 'returned' });

export type QueuedJob = Job<StoredJob, StoredResult>;

export function factsOf({ data, processedOn = 0, finishedOn = Date.now() }: QueuedJob): JobFacts {
  return { id: data.id, strategy: data.strategy, ms: Math.max(0, finishedOn - processedOn) };
}

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
