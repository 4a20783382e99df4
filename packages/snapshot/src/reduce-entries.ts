import type { CompressionContext, IContent } from '@palimpsest/core-types';
import type { ModelMeans } from './model-options.ts';

export interface ReduceRequest {
  /** Characters of the entries as they are shown, and their tokens. */
  readonly characters: number;
  readonly tokens: number;
  /** Characters that fit into one request. */
  readonly room: number;
  readonly context: CompressionContext;
  readonly means: ModelMeans;
}

/** The reducer counts in the caller's tokens, and what is shown takes a little more. */
const MARGIN = 0.9;

/**
 * Entries that fit into one request, as far as another strategy can make them; unchanged where they fit, where there is none, or where it
 * fails: what is left over is asked for in parts.
 */
export async function reduceEntries(
  entries: readonly IContent[],
  { characters, tokens, room, context, means }: ReduceRequest,
): Promise<readonly IContent[]> {
  if (characters <= room) return entries;
  const { estimateTokens, logger, runtimeContext, signal } = context;
  try {
    const reducer = means.reducer(context);
    if (reducer === undefined) return entries;
    const result = await reducer.compress({
      history: entries,
      estimateTokens,
      currentTokenCount: tokens,
      targetTokens: Math.max(1, Math.floor((tokens * room * MARGIN) / characters)),
      runtimeContext: {
        ephemerals: { ...runtimeContext.ephemerals, preserveThreshold: () => 0 },
      },
      ...(signal === undefined ? {} : { signal }),
      ...(logger === undefined ? {} : { logger }),
    });
    return result.kind === 'applied' ? result.newHistory : entries;
  } catch (error) {
    signal?.throwIfAborted();
    logger?.debug(
      'What is to be summarized could not be reduced; it is summarized in parts.',
      error,
    );
    return entries;
  }
}
