import type { IContent } from '@palimpsest/core-types';
import { ConversationHistory, createConversationHistory } from '@palimpsest/orchestrator';
import {
  runCompressionJob,
  type CompressionJob,
  type CompressionJobResult,
  type JobRunnerOptions,
} from '@palimpsest/orchestrator/background';
import { shouldRetryCompressionError } from '@palimpsest/summarizer/history';
import { UnrecoverableError } from 'bullmq';

type HistoryJson = ReturnType<ConversationHistory['toJSON']>;

/** A job as Redis holds it. */
export interface StoredJob extends Omit<CompressionJob, 'history'> {
  readonly history: HistoryJson;
}

/** A result as Redis holds it. */
export interface StoredResult extends Pick<CompressionJobResult, 'attempts'> {
  readonly history: HistoryJson;
  readonly metadata: CompressionJobResult['result']['metadata'];
}

export function toStoredJob(job: CompressionJob): StoredJob {
  return { ...job, history: toStoredHistory(job.history) };
}

/** @throws {OptionError} for a history of another format */
export function fromStoredJob({ history, ...job }: StoredJob): CompressionJob {
  return { ...job, history: ConversationHistory.from(history).raw() };
}

export function toStoredResult({ result, attempts }: CompressionJobResult): StoredResult {
  return { attempts, history: toStoredHistory(result.newHistory), metadata: result.metadata };
}

/** @throws {OptionError} for a history of another format */
export function fromStoredResult(stored: StoredResult): CompressionJobResult {
  const newHistory = [...ConversationHistory.from(stored.history).raw()];
  return {
    attempts: stored.attempts,
    result: { kind: 'applied', newHistory, metadata: stored.metadata },
  };
}

/** Bytes become text. Objects of frameworks are left out: they may be class instances, and only codecs read them. */
function toStoredHistory(entries: readonly IContent[]): HistoryJson {
  const plain = entries.map(({ native: _native, ...entry }) => ({
    ...entry,
    blocks: entry.blocks.map(({ native: _of, ...block }) => block),
  }));
  return createConversationHistory(plain).toJSON();
}

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
