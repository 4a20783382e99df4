import { defined, rejectOnAbort, type IContent, type TokenEstimator } from '@palimpsest/core-types';
import { truncateText } from '@palimpsest/engine/text';
import { buildRequest, type RequestParts } from './build-request.ts';
import type { ModelOptions } from './model-options.ts';
import { renderHistory } from './render-history.ts';

/** Tokens reserved for the response; at most a quarter of the window. */
const ANSWER_TOKENS = 8_000;

/** Returns the tokens that a request may have, so that request and response fit the model's window. */
export function requestRoom(contextLimit: number): number {
  return contextLimit - Math.min(ANSWER_TOKENS, Math.floor(contextLimit / 4));
}

/** Maximum average number of characters per token. Raises estimates that are too low, so that no request exceeds its window. */
const MAX_CHARACTERS_PER_TOKEN = 4;

/** Counts the tokens of a request by the caller's estimator, with a minimum by its number of characters. */
export async function countRequest(
  request: readonly IContent[],
  estimateTokens: TokenEstimator,
): Promise<number> {
  const lengths = request.flatMap(({ blocks }) =>
    blocks.map((block) => (block.type === 'text' ? block.text.length : 0)),
  );
  const characters = lengths.reduce((sum, length) => sum + length, 0);
  return Math.max(await estimateTokens(request), Math.ceil(characters / MAX_CHARACTERS_PER_TOKEN));
}

/**
 * Builds a request of at most `room` tokens. If the entries are too much, another strategy reduces them. If that is not enough, long texts are
 * truncated, then the oldest entries omitted.
 *
 * @param entries the history that the parts show
 */
export async function fitRequest(
  parts: RequestParts,
  entries: readonly IContent[],
  room: number,
  options: ModelOptions,
): Promise<IContent[]> {
  const { yieldToEventLoop, estimateTokens } = options.context;
  const request = buildRequest(parts);
  await yieldToEventLoop?.();
  const tokens = await countRequest(request, estimateTokens);
  await yieldToEventLoop?.();
  if (tokens <= room) return request;
  const frame = await countRequest(buildRequest({ ...parts, entries: [] }), estimateTokens);
  const share = (room - frame) / (tokens - frame);
  return await truncated(await reduced(parts, entries, share, options), room, estimateTokens);
}

/** A request contains the rendered form of the entries that the reducer counts, which is a little longer. */
const MARGIN = 0.85;

/** Minimum share of the tokens to reduce to. With less, only markers remain, which cannot be summarized. */
const MIN_SHARE = 0.1;

/** Returns the parts with entries that another strategy reduced; the same parts without such a strategy, or if it gains nothing or fails. */
async function reduced(
  parts: RequestParts,
  entries: readonly IContent[],
  share: number,
  { context, services, reducer: findReducer }: ModelOptions,
): Promise<RequestParts> {
  const { yieldToEventLoop, estimateTokens, logger, runtimeContext, signal } = context;
  const reducer = findReducer();
  if (reducer === undefined) return parts;
  try {
    const tokens = await estimateTokens(entries);
    const reducing = reducer.compress({
      history: [...entries],
      estimateTokens,
      currentTokenCount: tokens,
      targetTokens: Math.max(1, Math.floor(tokens * Math.max(share * MARGIN, MIN_SHARE))),
      runtimeContext: { ephemerals: { ...runtimeContext.ephemerals, preserveThreshold: () => 0 } },
      ...defined({ yieldToEventLoop, signal, logger }),
    });
    const result = await rejectOnAbort(reducing, signal);
    const shown =
      result.kind === 'noop'
        ? []
        : await renderHistory(result.newHistory, services.redact, yieldToEventLoop);
    // Without content, a model invents a summary.
    return shown.length === 0 ? parts : { ...parts, entries: shown };
  } catch (error) {
    signal?.throwIfAborted();
    logger?.debug('Could not reduce the input of the summary; truncating it.', error);
    return parts;
  }
}

/** Minimum length to which texts are truncated, in UTF-16 units. If more must go, the oldest entries are omitted. */
const MIN_LENGTH = 200;

/** Maximum share to truncate to in one step, so that few steps are needed. */
const STEP = 0.8;

async function truncated(
  parts: RequestParts,
  room: number,
  estimateTokens: TokenEstimator,
): Promise<IContent[]> {
  let { quotations, entries } = parts;
  let longest = [...quotations, ...entries].reduce(
    (most, { text }) => Math.max(most, text.length),
    0,
  );
  for (;;) {
    const request = buildRequest({ ...parts, quotations, entries });
    const tokens = await countRequest(request, estimateTokens);
    if (tokens <= room || (longest <= MIN_LENGTH && entries.length <= 1)) return request;
    const share = Math.min(STEP, room / tokens);
    if (longest > MIN_LENGTH) {
      longest = Math.max(MIN_LENGTH, Math.floor(longest * share));
      const limit = longest;
      quotations = quotations.map((one) => ({ ...one, text: truncateText(one.text, limit) }));
      entries = entries.map((one) => ({ ...one, text: truncateText(one.text, limit) }));
    } else entries = entries.slice(-Math.max(1, Math.floor(entries.length * share)));
  }
}
