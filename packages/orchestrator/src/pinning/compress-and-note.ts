import type {
  CompressionContext,
  CompressionResult,
  CompressionStrategy,
} from '@palimpsest/core-types';
import {
  noteLostDirectives,
  type NotedDirectives,
  type NoteRequest,
} from './note-lost-directives.ts';

/** What a strategy made of a history that lost demands by it, and the note of them. */
export interface NotedResult {
  readonly result: Extract<CompressionResult, { kind: 'applied' }>;
  readonly noted: NotedDirectives;
  /** Tokens of the history with the note. */
  readonly tokensAfter: number;
}

/** Compresses, and notes what was lost; the result itself where that is nothing. */
export async function compressAndNote(
  strategy: CompressionStrategy,
  context: CompressionContext,
  request: Omit<NoteRequest, 'provenance'>,
): Promise<NotedResult | CompressionResult> {
  const result = await strategy.compress(context);
  if (result.kind === 'noop') return result;
  const { newHistory, metadata } = result;
  const noted = await noteLostDirectives(context.history, newHistory, {
    ...request,
    get provenance() {
      return metadata.provenance;
    },
  });
  if (noted === undefined) return result;
  return { result, noted, tokensAfter: await request.estimateTokens(noted.history) };
}
