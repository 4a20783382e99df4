import { rejectOnAbort, type CompressionContext, type IContent } from '@palimpsest/core-types';
import type { RequestScale } from './asking/request-room.ts';
import type { ResolvedModelOptions } from './model-options.ts';
import { renderHistory, type RenderedEntry } from './showing/quote-history.ts';

export interface FitRequest {
  /** The rendered entries, and their token count. */
  readonly shown: readonly RenderedEntry[];
  readonly weight: number;
  /** Tokens that fit into one request. */
  readonly room: number;
  readonly weigh: RequestScale;
  readonly context: CompressionContext;
  readonly means: ResolvedModelOptions;
}

/**
 * Maximum number of reductions. The reducer counts entries, but a request contains their rendered form: the second target corrects the error
 * of the first.
 */
const ATTEMPTS = 2;
const MARGIN = 0.95;

/** Minimum share of the tokens to reduce to. With less, only markers remain, which cannot be summarized; the excess is summarized in parts. */
const LEAST_SHARE = 0.1;

/**
 * Returns the rendered entries, reduced by another strategy as far as needed for one request. Returns all of them if they fit, if there is no
 * such strategy, or if it fails; the excess is then summarized in parts.
 */
export async function showWhatFits(
  entries: readonly IContent[],
  request: FitRequest,
): Promise<readonly RenderedEntry[]> {
  const { room, weigh, context, means } = request;
  const { estimateTokens, logger, runtimeContext, signal } = context;
  if (request.weight <= room) return request.shown;
  const reducer = means.reducer(context);
  if (reducer === undefined) return request.shown;
  const wanted = Math.max(room, request.weight * LEAST_SHARE);
  try {
    let best = { shown: request.shown, weight: request.weight };
    let { weight } = request;
    const tokens = await estimateTokens(entries);
    let targetTokens = tokens;
    for (let attempt = 0; attempt < ATTEMPTS && weight > wanted; attempt += 1) {
      targetTokens = Math.max(1, Math.floor(((targetTokens * wanted) / weight) * MARGIN));
      const reducing = reducer.compress({
        history: [...entries],
        estimateTokens,
        currentTokenCount: tokens,
        targetTokens,
        runtimeContext: {
          ephemerals: { ...runtimeContext.ephemerals, preserveThreshold: () => 0 },
        },
        ...(signal === undefined ? {} : { signal }),
        ...(logger === undefined ? {} : { logger }),
      });
      const result = await rejectOnAbort(reducing, signal);
      if (result.kind === 'noop') break;
      const shown = renderHistory(result.newHistory);
      weight = await weigh(shown);
      // Without content, a model invents a summary.
      if (shown.length > 0 && weight < best.weight) best = { shown, weight };
    }
    return best.shown;
  } catch (error) {
    signal?.throwIfAborted();
    logger?.debug(
      'What is to be summarized could not be reduced; it is summarized in parts.',
      error,
    );
    return request.shown;
  }
}
