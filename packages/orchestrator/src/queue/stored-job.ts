import type { IContent } from '@palimpsest/core-types';
import {
  runCompressionJob,
  type CompressionJob,
  type CompressionJobResult,
  type JobRunnerOptions,
} from '../background.ts';
import { withoutSecrets } from '@palimpsest/summarizer/classify';
import { shouldRetryCompressionError } from '@palimpsest/summarizer/history';
import { UnrecoverableError } from 'bullmq';

/** Returns a job as Redis holds it. */
export function toStoredJob(job: CompressionJob): CompressionJob {
  return { ...job, history: job.history.map(withoutNative) };
}

/** Leaves out the objects of frameworks: they may be class instances, and only codecs read them. */
function withoutNative({ native: _native, ...entry }: IContent): IContent {
  return { ...entry, blocks: entry.blocks.map(({ native: _of, ...block }) => block) };
}

/**
 * Runs a job as Redis holds it. Redis gets the message of an error without keys and passwords, which a provider may repeat.
 *
 * @throws {UnrecoverableError} for a failure that a repetition cannot help, so that BullMQ does not repeat it; {Error} for others. The
 * cause is the original error.
 * @throws the reason of an aborted signal, unless that is an error
 */
export async function runStoredJob(
  job: CompressionJob,
  options: JobRunnerOptions,
  signal: AbortSignal,
): Promise<CompressionJobResult> {
  try {
    const { result, attempts } = await runCompressionJob(job, options, signal);
    return { result: { ...result, newHistory: result.newHistory.map(withoutNative) }, attempts };
  } catch (error) {
    const message = withoutSecrets(String(error));
    const failure = shouldRetryCompressionError(error)
      ? new Error(message)
      : new UnrecoverableError(message);
    failure.cause = error;
    throw failure;
  }
}
