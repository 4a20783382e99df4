import type {
  CompressionContext,
  CompressionResult,
  CompressionStrategy,
  IContent,
} from '@palimpsest/core-types';
import { createCheckedEstimator, resolveTargetTokens } from '@palimpsest/history';
import {
  compressUntilTarget,
  concludeRestated,
  type NextCompression,
  type CompressionPass,
} from './restated-result.ts';
import { pinDirectives } from './pin-directives.ts';
import type { FindDirectives } from './directive-rows.ts';
import { measureNoteBudget } from './directives-note.ts';
import {
  restateLostDirectives,
  type NoteRequest,
  type RestatedDirectives,
} from './restate-lost-directives.ts';

/** A generator that requests compressions: it yields the context of each and receives its result. */
export type Compressions<Result> = AsyncGenerator<CompressionContext, Result, CompressionResult>;

/**
 * Keeps user directives verbatim: prohibitions, obligations and restrictions. Without a model, messages with directives are pinned, up to 2,000
 * characters; a model's summary carries directives anyway. Directives that the result no longer contains are restated in a note, for which a
 * strategy without a model makes room: it is asked for several compressions, one with a model for one.
 *
 * The note has at most a quarter of the target, or 500 tokens; all notes together at most half of it, or 1,000 tokens; the larger value
 * applies. If not all directives fit, the newest are kept, and `shortfallReason` counts the others.
 */
export async function* keepDirectives(
  given: CompressionContext,
  requiresLLM: boolean,
  find?: FindDirectives,
): Compressions<CompressionResult> {
  const { result, isRestated, leftOut } = yield* compressOnce(given, requiresLLM, find);
  if (result.kind === 'noop' || !isRestated || requiresLLM) return result;
  const targetTokens = resolveTargetTokens(given);
  const compress: NextCompression['compress'] = async function* (history, currentTokenCount) {
    given.signal?.throwIfAborted();
    const context = { ...given, history, currentTokenCount, targetTokens };
    return yield* compressOnce(context, requiresLLM, find);
  };
  return yield* compressUntilTarget(
    { result, leftOut },
    { history: given.history, targetTokens, compress },
  );
}

/** Returns the strategy with user directives kept: see `keepDirectives`. */
export function withDirectives(strategy: CompressionStrategy): CompressionStrategy {
  const { name, requiresLLM, trigger, startsFromOriginals } = strategy;
  return {
    name,
    requiresLLM,
    trigger,
    ...(startsFromOriginals === undefined ? {} : { startsFromOriginals }),
    async compress(context) {
      const compressions = keepDirectives(context, requiresLLM);
      let next = await compressions.next();
      while (next.done !== true) {
        next = await compressions.next(await strategy.compress(next.value));
      }
      return next.value;
    },
    ...(strategy.optimize === undefined
      ? {}
      : { optimize: (history, config) => strategy.optimize!(history, config) }),
  };
}

async function* compressOnce(
  given: CompressionContext,
  requiresLLM: boolean,
  find: FindDirectives | undefined,
): Compressions<CompressionPass> {
  const targetTokens = resolveTargetTokens(given);
  const estimateTokens = createCheckedEstimator(given.estimateTokens);
  const budget = await measureNoteBudget(given.history, targetTokens, estimateTokens);
  const maxTokens = budget.tokens;
  const isPinned = (entry: IContent): boolean =>
    budget.notes.has(entry) || given.pinned?.(entry) === true;
  const context: CompressionContext = requiresLLM
    ? given
    : { ...given, pinned: pinDirectives(isPinned, find) };
  const request = { maxTokens, estimateTokens, find };
  const first = yield* compressAndRestate(context, request);
  if ('kind' in first) return { result: first, isRestated: false, leftOut: 0 };
  // No directive was lost.
  if (first.restated === undefined) return { result: first.result, isRestated: false, leftOut: 0 };
  let best: RestatedResult = first;
  // Without a model: tries again with room for this note; then, if the target is still missed, for the longest allowed note.
  const reserves = requiresLLM ? [] : [first.restated.note?.tokens ?? 0, maxTokens];
  for (const reserve of reserves) {
    if (reserve === 0 || best.tokensAfter <= targetTokens) break;
    given.signal?.throwIfAborted();
    const roomy = { ...context, targetTokens: Math.max(0, targetTokens - reserve) };
    const next = yield* compressAndRestate(roomy, request);
    if (!('kind' in next) && isBetter(next, best)) best = next;
  }
  const result = await concludeRestated(best, { ...given, targetTokens, estimateTokens });
  return { result, isRestated: true, leftOut: best.restated?.leftOut ?? 0 };
}

/** Returns whether a result keeps more directives, or as many in fewer tokens. With less room, a strategy may miss its target by more. */
function isBetter(result: RestatedResult, other: RestatedResult): boolean {
  const [left, leftOfOther] = [result.restated?.leftOut ?? 0, other.restated?.leftOut ?? 0];
  return left === leftOfOther ? result.tokensAfter < other.tokensAfter : left < leftOfOther;
}

/** A result of a strategy, and the note of the directives that it lost. */
export interface RestatedResult {
  readonly result: Extract<CompressionResult, { kind: 'applied' }>;
  /** `undefined` if no directive was lost. */
  readonly restated: RestatedDirectives | undefined;
  /** Tokens of the history with the note; if nothing was lost, as counted by the strategy. */
  readonly tokensAfter: number;
}

/** Compresses and restates lost directives. Returns a no-op unchanged. */
async function* compressAndRestate(
  context: CompressionContext,
  request: Omit<NoteRequest, 'provenance'>,
): Compressions<RestatedResult | Extract<CompressionResult, { kind: 'noop' }>> {
  context.signal?.throwIfAborted();
  const result = yield context;
  if (result.kind === 'noop') return result;
  const { newHistory, metadata } = result;
  const restated = await restateLostDirectives(context.history, newHistory, {
    ...request,
    get provenance() {
      return metadata.provenance;
    },
  });
  const counted = restated === undefined ? metadata.tokensAfter : undefined;
  const tokensAfter = counted ?? (await request.estimateTokens(restated?.history ?? newHistory));
  return { result, restated, tokensAfter };
}
