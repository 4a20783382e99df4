import type { Job } from 'bullmq';
import type { CompressionJob, CompressionJobResult } from '../background.ts';

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

export type QueuedJob = Job<CompressionJob, CompressionJobResult>;

export function factsOf({ data, processedOn = 0, finishedOn = Date.now() }: QueuedJob): JobFacts {
  return { id: data.id, strategy: data.strategy, ms: Math.max(0, finishedOn - processedOn) };
}
