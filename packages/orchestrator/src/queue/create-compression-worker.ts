import { defined } from '@palimpsest/core-types';
import { Worker, type Job } from 'bullmq';
import {
  checkJobRunner,
  type CompressionJob,
  type CompressionJobResult,
  type JobRunnerOptions,
} from '../background.ts';
import { checkCount, checkTime, readPlace, type QueuePlace } from './connection.ts';
import { runStoredJob } from './stored-job.ts';

export interface CompressionWorkerOptions extends QueuePlace, JobRunnerOptions {
  /** Number of jobs at the same time: useful while they wait for models. @default 4 */
  readonly concurrency?: number;
  /** Maximum time of one run of a job, in ms. @default 120_000 */
  readonly timeLimitMs?: number;
  /** Time without a sign of life after which other workers run the jobs of a worker, in ms. @default 30_000 */
  readonly stalledAfterMs?: number;
  /** Called after each run of a job. Its errors are dropped. */
  readonly onJob?: (event: JobEvent) => unknown;
  /** Called with errors of the connection, which is opened again. @default none */
  readonly onConnectionError?: (error: Error) => unknown;
}

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
    });

/** Runs jobs of a queue. */
interface CompressionWorker {
  /** Takes jobs until the worker is closed. Resolves then. */
  run(): Promise<void>;
  /** Takes no further jobs, and waits for those that run. If the process ends before, other workers run these again. */
  close(): Promise<void>;
}

const DEFAULT_CONCURRENCY = 4;

/** How many times a job may lose its worker before it fails: three runs in all, like the default `attempts` of a queue. */
const MAX_LOST_WORKERS = 2;

/** Time that `close` gives a connection that is not yet open, in ms. */
const CONNECT_MS = 1_000;

/**
 * Creates a worker. Nothing runs before `run` is called.
 *
 * @throws {OptionError} for invalid options
 */
export function createCompressionWorker(options: CompressionWorkerOptions): CompressionWorker {
  const { connection, name } = readPlace(options);
  checkJobRunner(options);
  const timeLimitMs = checkTime('timeLimitMs', options.timeLimitMs ?? 120_000, 1);
  const stalledAfterMs = checkTime('stalledAfterMs', options.stalledAfterMs ?? 30_000, 100);
  const concurrency = checkCount('concurrency', options.concurrency ?? DEFAULT_CONCURRENCY);
  const worker = new Worker<CompressionJob, CompressionJobResult>(
    name,
    // Its reason is a `TimeoutError`, which counts as transient.
    (job: Job<CompressionJob>) => runStoredJob(job.data, options, AbortSignal.timeout(timeLimitMs)),
    {
      connection,
      concurrency,
      autorun: false,
      lockDuration: stalledAfterMs,
      stalledInterval: stalledAfterMs,
      maxStalledCount: MAX_LOST_WORKERS,
    },
  );
  const emit = (event: JobEvent): void => {
    void (async () => options.onJob?.(event))().catch(() => {});
  };
  worker.on('error', (error) => void options.onConnectionError?.(error));
  worker.on('completed', (job, { result }) => {
    const { tokensBefore, tokensAfter } = result.metadata;
    emit({ kind: 'done', ...factsOf(job), ...defined({ tokensBefore, tokensAfter }) });
  });
  worker.on('failed', (job, failure) => {
    if (job === undefined) return;
    const { cause: error = failure } = failure;
    emit({ kind: 'failed', ...factsOf(job), error, willRetry: job.finishedOn === undefined });
  });
  const isReady = worker.waitUntilReady().then(
    () => true,
    () => false,
  );

  async function close(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), CONNECT_MS);
    });
    // Before its first connection, BullMQ would wait forever, and no job can be running.
    const hasConnected = await Promise.race([isReady, late]);
    clearTimeout(timer);
    await worker.close(!hasConnected);
  }

  let closing: Promise<void> | undefined;
  let markClosed: (() => void) | undefined;
  const closed = new Promise<void>((resolve) => (markClosed = resolve));
  return {
    async run() {
      await Promise.race([worker.run(), closed]);
      await closing;
    },
    close: () => (closing ??= close().finally(() => markClosed?.())),
  };
}

function factsOf({
  data,
  processedOn = 0,
  finishedOn = Date.now(),
}: Job<CompressionJob, CompressionJobResult>): JobFacts {
  return { id: data.id, strategy: data.strategy, ms: Math.max(0, finishedOn - processedOn) };
}
