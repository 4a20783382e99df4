import {
  defined,
  type CompressionContext,
  type CompressionResult,
  type CompressionStrategy,
  type IContent,
} from '@palimpsest/core-types';
import { findDirectives } from '@palimpsest/directives';
import {
  createCheckedEstimator,
  humanTextLength,
  isGeneratedSnapshot,
  resolveTargetTokens,
} from '@palimpsest/history';
import { concludeRestated, mergeResults, reasonsOfOmissions } from './restated-result.ts';
import { createFinderOfRun, listDirectiveRows, type FindDirectives } from './directive-rows.ts';
import { measureNoteBudget } from './directives-note.ts';
import {
  restateLostDirectives,
  type NoteRequest,
  type RestatedDirectives,
} from './restate-lost-directives.ts';

/** Maximum number of further compressions of an output. */
const MAX_ROUNDS = 4;

/** A generator that requests compressions: it yields the context of each and receives its result. */
export type Compressions<Result> = AsyncGenerator<CompressionContext, Result, CompressionResult>;

/** What the treatment of directives depends on. */
export type DirectiveStrategy = Pick<CompressionStrategy, 'requiresLLM' | 'writesRecord'>;

/**
 * Keeps user directives verbatim: prohibitions, obligations and restrictions. Without a model, messages with directives are pinned, up to 2,000
 * characters; a model's summary carries directives anyway. Directives that the result no longer contains are restated in a note, for which a
 * strategy without a model makes room: it is asked for several compressions, one with a model for one.
 *
 * Without a model, an output that misses the target is compressed again, at most four times, while it shrinks. Otherwise the next compression
 * would shrink it: by then the directives note is pinned and needs no reserve (law 6).
 *
 * The note has at most a quarter of the target, or 500 tokens; all notes together at most half of it, or 1,000 tokens; the larger value
 * applies. If not all directives fit, the newest are kept, and `shortfallReason` counts the others.
 */
export async function* keepDirectives(
  given: CompressionContext,
  strategy: DirectiveStrategy,
  find: FindDirectives = createFinderOfRun(),
): Compressions<CompressionResult> {
  const first = yield* compressOnce(given, strategy, find);
  let { result } = first;
  if (result.kind === 'noop' || !first.isRestated || strategy.requiresLLM) return result;
  const { history } = given;
  const targetTokens = resolveTargetTokens(given);
  const leftOut = [first.leftOut];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { tokensAfter } = result.metadata;
    if (tokensAfter === undefined || tokensAfter <= targetTokens) break;
    given.signal?.throwIfAborted();
    const output = { history: result.newHistory, currentTokenCount: tokensAfter };
    const next = yield* compressOnce({ ...given, ...output, targetTokens }, strategy, find);
    const { metadata } = next.result;
    if (next.result.kind === 'noop' || (metadata.tokensAfter ?? Infinity) >= tokensAfter) break;
    result = mergeResults(history, result, next.result, reasonsOfOmissions(leftOut));
    leftOut.push(next.leftOut);
  }
  return result;
}

/** Returns the strategy with user directives kept: see `keepDirectives`. */
export function withDirectives(strategy: CompressionStrategy): CompressionStrategy {
  const { name, requiresLLM, trigger, startsFromOriginals, writesRecord } = strategy;
  return {
    name,
    requiresLLM,
    trigger,
    ...defined({ startsFromOriginals, writesRecord, optimize: strategy.optimize?.bind(strategy) }),
    async compress(context) {
      const compressions = keepDirectives(context, strategy);
      let next = await compressions.next();
      while (next.done !== true) {
        next = await compressions.next(await strategy.compress(next.value));
      }
      return next.value;
    },
  };
}

/** The result of one compression. */
interface CompressionPass {
  readonly result: CompressionResult;
  /** Whether directives were lost and had to be restated. */
  readonly isRestated: boolean;
  /** Number of directives that did not fit into the note. */
  readonly leftOut: number;
}

async function* compressOnce(
  given: CompressionContext,
  { requiresLLM, writesRecord = false }: DirectiveStrategy,
  find: FindDirectives,
): Compressions<CompressionPass> {
  const targetTokens = resolveTargetTokens(given);
  const estimateTokens = createCheckedEstimator(given.estimateTokens);
  const budget = await measureNoteBudget(given.history, targetTokens, estimateTokens);
  const maxTokens = budget.tokens;
  const isPinned = (entry: IContent): boolean =>
    budget.notes.has(entry) || (given.pinned?.(entry) ?? false);
  const context: CompressionContext = requiresLLM
    ? given
    : writesRecord
      ? { ...given, pinned: isPinned }
      : { ...given, pinned: pinDirectives(isPinned, find) };
  const request = { maxTokens, estimateTokens, find };
  const first = yield* compressAndRestate(context, request);
  if ('kind' in first) return { result: first, isRestated: false, leftOut: 0 };
  // No directive was lost.
  if (first.restated === undefined) {
    return { result: first.result, isRestated: false, leftOut: 0 };
  }
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

/** Maximum length of a message that is pinned for its directives, in UTF-16 units of its texts and code. */
const MAX_PINNED_LENGTH = 2_000;

/**
 * Returns a predicate that pins what `pinned` pins, and user messages with directives: at most 2,000 characters, only text and code. Of other
 * messages, only the directives are kept: see `restateLostDirectives`.
 *
 * @param find finds the directives of a text. @default `findDirectives` of `@palimpsest/directives`
 */
export function pinDirectives(
  pinned?: (entry: IContent) => boolean,
  find: FindDirectives = findDirectives,
): (entry: IContent) => boolean {
  return (entry) =>
    (pinned?.(entry) ?? false) || (isPlain(entry) && listDirectiveRows(entry, find).length > 0);
}

function isPlain(entry: IContent): boolean {
  return (
    entry.speaker === 'human' &&
    !isGeneratedSnapshot(entry) &&
    humanTextLength(entry) <= MAX_PINNED_LENGTH &&
    entry.blocks.every(({ type }) => type === 'text' || type === 'code')
  );
}
