import { defined } from '@palimpsest/core-types';
import {
  checkJobRunner,
  type CompressionJob,
  type CompressionJobResult,
  type JobRunnerOptions,
} from '../background.ts';
import { WaitingError, Worker } from 'bullmq';
import { checkCount, checkTime, readPlace, type QueuePlace } from './connection.ts';
import { factsOf, type JobEvent, type QueuedJob } from './job-event.ts';
import { runStoredJob } from './stored-job.ts';

export interface CompressionWorkerOptions extends QueuePlace, JobRunnerOptions {
  /** Number of jobs at the same time: useful while they wait for models. @default 4 */
  readonly concurrency?: number;
  /** Maximum time of one run of a job, in ms. @default 120_000 */
  readonly timeLimitMs?: number;
  /** Time that `close` gives running jobs, in ms. @default 10_000 */
  readonly closeLimitMs?: number;
  /** Time without a sign of life after which other workers run the jobs of a worker, in ms. @default 30_000 */
  readonly stalledAfterMs?: number;
  /** Called after each run of a job. Its errors are dropped. */
  readonly onJob?: (event: JobEvent) => unknown;
  /** Called with errors of the connection, which is opened again. @default none */
  readonly onConnectionError?: (error: Error) => unknown;
}

/** Runs jobs of a queue. */
export interface CompressionWorker {
  /** Takes jobs until the worker is closed. Resolves then. */
  run(): Promise<void>;
  /** Takes no further jobs, waits for those that run, and returns those that take too long to the queue. */
  close(): Promise<void>;
}

const DEFAULT_CONCURRENCY = 4;

/** How many times a job may lose its worker before it fails: three runs in all, like the default `attempts` of a queue. */
const MAX_LOST_WORKERS = 2;

/** Time after the limit of `close` in which jobs are returned. After that, the connection is cut, and other workers find the jobs. */
const RETURN_MS = 5_000;

/** Time that `close` gives a connection that is not yet open. */
const CONNECT_MS = 1_000;

/** Abort reason of runs that end because the worker closes. */
const CLOSED = new Error('The worker was closed.');

/**
 * Creates a worker. Nothing runs before `run` is called.
 *
 * @throws {OptionError} for invalid options
 */
export function createCompressionWorker(options: CompressionWorkerOptions): CompressionWorker {
  const { connection, name } = readPlace(options);
  checkJobRunner(options);
  const timeLimitMs = checkTime('timeLimitMs', options.timeLimitMs ?? 120_000, 1);
  const closeLimitMs = checkTime('closeLimitMs', options.closeLimitMs ?? 10_000, 0);
  const stalledAfterMs = checkTime('stalledAfterMs', options.stalledAfterMs ?? 30_000, 100);
  const concurrency = checkCount('concurrency', options.concurrency ?? DEFAULT_CONCURRENCY);
  const running = new Set<AbortController>();
  let closing: Promise<void> | undefined;

  async function runJob(job: QueuedJob, token?: string): Promise<CompressionJobResult> {
    const run = new AbortController();
    running.add(run);
    const timer = setTimeout(() => {
      // A `TimeoutError` counts as transient.
      const message = `The job took more than ${timeLimitMs} ms.`;
      run.abort(new DOMException(message, 'TimeoutError'));
    }, timeLimitMs);
    try {
      return await runStoredJob(job.data, options, run.signal);
    } catch (error) {
      if (run.signal.reason !== CLOSED) throw error;
      await job.moveToWait(token);
      emit({ kind: 'returned', ...factsOf(job) });
      throw new WaitingError();
    } finally {
      clearTimeout(timer);
      running.delete(run);
    }
  }

  function emit(event: JobEvent): void {
    void (async () => options.onJob?.(event))().catch(() => {});
  }

  const worker = new Worker<CompressionJob, CompressionJobResult>(name, runJob, {
    connection,
    concurrency,
    autorun: false,
    lockDuration: stalledAfterMs,
    stalledInterval: stalledAfterMs,
    maxStalledCount: MAX_LOST_WORKERS,
  });
  worker.on('error', (error) => void options.onConnectionError?.(error));
  worker.on(
    'completed',
    (
      job,
      {
        result: {
          metadata: { tokensBefore, tokensAfter },
        },
      },
    ) => emit({ kind: 'done', ...factsOf(job), ...defined({ tokensBefore, tokensAfter }) }),
  );
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
    const timers: ReturnType<typeof setTimeout>[] = [];
    const after = (ms: number) =>
      new Promise<void>((resolve) => timers.push(setTimeout(resolve, ms)));
    try {
      // Before its first connection, BullMQ would wait forever, and no job can be running.
      const canWait = await Promise.race([isReady, after(CONNECT_MS).then(() => false)]);
      if (!canWait) return await worker.close(true);
      const returned = after(closeLimitMs).then(() => {
        for (const run of running) run.abort(CLOSED);
        return after(RETURN_MS);
      });
      const cut = returned.then(() => void worker.disconnect().catch(() => {}));
      await Promise.race([worker.close(), cut]);
    } finally {
      for (const timer of timers) clearTimeout(timer);
    }
  }

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
