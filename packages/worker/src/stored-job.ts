import type { IContent } from '@palimpsest/core-types';
import { ConversationHistory, createConversationHistory } from '@palimpsest/orchestrator';
import type { CompressionJob, CompressionJobResult } from '@palimpsest/orchestrator/background';

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
