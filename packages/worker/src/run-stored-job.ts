import { runCompressionJob, type JobRunnerOptions } from '@palimpsest/orchestrator/background';
import { shouldRetryCompressionError } from '@palimpsest/summarizer/history';
import { UnrecoverableError } from 'bullmq';
import { fromStoredJob, toStoredResult, type StoredJob, type StoredResult } from './stored-job.ts';

/**
 * Runs a job as Redis holds it.
 *
 * @throws {UnrecoverableError} for a failure that a repetition cannot help, so that BullMQ does not repeat it; {Error} for others. The
 * cause is the original error.
 * @throws the reason of an aborted signal, unless that is an error
 */
export async function runStoredJob(
  stored: StoredJob,
  options: JobRunnerOptions,
  signal: AbortSignal,
): Promise<StoredResult> {
  try {
    return toStoredResult(await runCompressionJob(fromStoredJob(stored), options, signal));
  } catch (error) {
    const failure = shouldRetryCompressionError(error)
      ? new Error(String(error))
      : new UnrecoverableError(String(error));
    failure.cause = error;
    throw failure;
  }
}
