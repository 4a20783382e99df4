import { OptionError, PalimpsestError } from '@palimpsest/core-types';
import type {
  BackgroundCompressions,
  CompressionJob,
  CompressionJobResult,
  CompressionJobState,
} from '../background.ts';
import { Queue } from 'bullmq';
import { checkCount, checkTime, readPlace, type QueuePlace } from './connection.ts';
import { toStoredJob } from './stored-job.ts';

export interface CompressionQueueOptions extends QueuePlace {
  /** Number of times that workers try a job whose failure is transient. @default 3 */
  readonly attempts?: number;
  /** Time for which a result is kept, in ms. @default 1 hour */
  readonly keepResultsMs?: number;
  /** Time within which Redis must answer a call, in ms. @default 1_000 */
  readonly answerLimitMs?: number;
}

/** Hands compressions to workers. */
interface CompressionQueue extends BackgroundCompressions {
  /** Closes the connections that the queue opened. Jobs continue in their workers. */
  close(): Promise<void>;
}

const HOUR_MS = 3_600_000;

/** Wait before the second attempt; it doubles with each. */
const RETRY_DELAY_MS = 5_000;

/** Seconds for which a failed job is kept, with its history. */
const FAILED_KEPT_S = 24 * 3_600;

/**
 * Creates background compressions on a queue in Redis. Workers of the same queue run them.
 *
 * @throws {OptionError} for invalid options. Methods reject with `QUEUE_UNREACHABLE` if Redis does not answer in time.
 */
export function queueCompressions(options: CompressionQueueOptions): CompressionQueue {
  const { connection, name } = readPlace(options);
  const attempts = checkCount('attempts', options.attempts ?? 3);
  const kept = checkTime('keepResultsMs', options.keepResultsMs ?? HOUR_MS, 1_000);
  const limitMs = checkTime('answerLimitMs', options.answerLimitMs ?? 1_000, 1);
  const queue = new Queue<CompressionJob, CompressionJobResult>(name, {
    connection,
    defaultJobOptions: {
      attempts,
      backoff: { type: 'exponential', delay: RETRY_DELAY_MS },
      removeOnComplete: { age: Math.ceil(kept / 1_000) },
      removeOnFail: { age: FAILED_KEPT_S },
    },
  });
  // Calls reject when the connection is lost; without a listener, BullMQ prints it as well.
  queue.on('error', () => {});

  async function start(job: CompressionJob): Promise<void> {
    const jobId = toQueueId(job.id);
    const state = await queue.getJobState(jobId);
    // If several processes add the same id, Redis keeps the first job.
    if (state === 'unknown') await queue.add(job.strategy, toStoredJob(job), { jobId });
    if (state !== 'failed') return;
    const known = await queue.getJob(jobId);
    try {
      await known?.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
    } catch (error) {
      // Another process may have started it again.
      if ((await queue.getJobState(jobId)) === 'failed') throw error;
    }
  }

  async function find(id: string): Promise<CompressionJobState> {
    const jobId = toQueueId(id);
    const state = await queue.getJobState(jobId);
    if (state === 'unknown') return { kind: 'unknown' };
    if (state !== 'completed' && state !== 'failed') return { kind: 'running' };
    const job = await queue.getJob(jobId);
    if (job === undefined) return { kind: 'unknown' };
    if (state === 'completed') return { kind: 'done', ...job.returnvalue };
    return { kind: 'failed', reason: job.failedReason };
  }

  return {
    start: (job) => inTime(start(job), limitMs),
    find: (id) => inTime(find(id), limitMs),
    close: () => queue.close(),
  };
}

/** Returns the id of a job in the queue: BullMQ rejects a colon, and numbers. */
function toQueueId(id: string): string {
  if (/^[\w-]{1,256}$/.test(id)) return `job-${id}`;
  throw new OptionError('id', id, '1 to 256 letters, digits, "_" and "-", such as a digest');
}

/** @throws {PalimpsestError} QUEUE_UNREACHABLE after the time; the call may still take effect */
async function inTime<Result>(call: Promise<Result>, limitMs: number): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const message = `Redis did not answer within ${limitMs} ms. Check that it runs at the address of the option connection.`;
      reject(new PalimpsestError(message, 'QUEUE_UNREACHABLE'));
    }, limitMs);
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
  }
}
