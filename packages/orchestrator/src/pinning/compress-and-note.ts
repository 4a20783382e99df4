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

/** What a strategy made of a history, with a note of the demands that were lost by it. */
export interface NotedResult {
  readonly result: Extract<CompressionResult, { kind: 'applied' }>;
  /** `undefined` where no demand was lost. */
  readonly noted: NotedDirectives | undefined;
  /** Tokens of the history with the note; those the strategy counted where there is none. */
  readonly tokensAfter: number;
}

/** Compresses, and notes what was lost; the result itself where the strategy does nothing. */
export async function compressAndNote(
  strategy: CompressionStrategy,
  context: CompressionContext,
  request: Omit<NoteRequest, 'provenance'>,
): Promise<NotedResult | Extract<CompressionResult, { kind: 'noop' }>> {
  context.signal?.throwIfAborted();
  const result = await strategy.compress(context);
  if (result.kind === 'noop') return result;
  const { newHistory, metadata } = result;
  const noted = await noteLostDirectives(context.history, newHistory, {
    ...request,
    get provenance() {
      return metadata.provenance;
    },
  });
  const counted = noted === undefined ? metadata.tokensAfter : undefined;
  const tokensAfter = counted ?? (await request.estimateTokens(noted?.history ?? newHistory));
  return { result, noted, tokensAfter };
}
