import type {
  CompressionContext,
  CompressionResult,
  CompressionStrategy,
  IContent,
} from '@palimpsest/core-types';
import { createCheckedEstimator, resolveTargetTokens } from '@palimpsest/history';
import { compressUntilTarget, concludeRestated, type NextCompression } from './restated-result.ts';
import { readLevels, type DirectiveOptions } from './directive-rows.ts';
import { pinDirectives } from './pin-directives.ts';
import { measureNoteBudget } from './directives-note.ts';
import {
  restateLostDirectives,
  type NoteRequest,
  type RestatedDirectives,
} from './restate-lost-directives.ts';

/**
 * The same strategy, made to keep what people demanded: their prohibitions, obligations and restrictions survive word for word. Messages
 * of at most 2,000 characters that demand something are pinned, for strategies without a model; a model's snapshot carries demands anyway.
 * What longer messages demanded, and nothing that is left says, is put into a note, for which the strategy makes room.
 *
 * The note has at most a quarter of the target, all notes of a history together at most half of it; where that is less, 500 and 1,000 tokens,
 * even if the target is smaller still. The newest demands win, and `shortfallReason` says how many were left out.
 *
 * @throws {OrchestratorOptionError} for a force that is not known
 */
export function withDirectives(
  strategy: CompressionStrategy,
  options: DirectiveOptions = {},
): CompressionStrategy {
  const forces = [...readLevels(options)];
  const { name, requiresLLM, trigger, startsFromOriginals } = strategy;
  return {
    name,
    requiresLLM,
    trigger,
    ...(startsFromOriginals === undefined ? {} : { startsFromOriginals }),
    compress: async (context) => await compressKeeping(strategy, context, { forces }),
    ...(strategy.optimize === undefined
      ? {}
      : { optimize: (history, config) => strategy.optimize!(history, config) }),
  };
}

async function compressKeeping(
  strategy: CompressionStrategy,
  given: CompressionContext,
  options: DirectiveOptions,
): Promise<CompressionResult> {
  const { result, isNoted } = await compressOnce(strategy, given, options);
  // A strategy that needs a model asks it once.
  if (result.kind === 'noop' || !isNoted || strategy.requiresLLM) return result;
  const targetTokens = resolveTargetTokens(given);
  const compress: NextCompression['compress'] = async (history, currentTokenCount) => {
    given.signal?.throwIfAborted();
    const context = { ...given, history, currentTokenCount, targetTokens };
    return (await compressOnce(strategy, context, options)).result;
  };
  return await compressUntilTarget(result, { history: given.history, targetTokens, compress });
}

interface Once {
  readonly result: CompressionResult;
  /** Whether demands were lost, so that a note had to say them. */
  readonly isNoted: boolean;
}

async function compressOnce(
  strategy: CompressionStrategy,
  given: CompressionContext,
  options: DirectiveOptions,
): Promise<Once> {
  const targetTokens = resolveTargetTokens(given);
  const estimateTokens = createCheckedEstimator(given.estimateTokens);
  const room = await measureNoteBudget(given.history, targetTokens, estimateTokens);
  const maxTokens = room.tokens;
  const isPinned = (entry: IContent): boolean =>
    room.notes.has(entry) || given.pinned?.(entry) === true;
  const context: CompressionContext = strategy.requiresLLM
    ? given
    : { ...given, pinned: pinDirectives(isPinned, options) };
  const attempt = async (reserve: number): ReturnType<typeof compressAndRestate> =>
    await compressAndRestate(
      strategy,
      reserve === 0 ? context : { ...context, targetTokens: Math.max(0, targetTokens - reserve) },
      { ...options, maxTokens, estimateTokens },
    );
  const first = await attempt(0);
  if ('kind' in first) return { result: first, isNoted: false };
  // Nothing was lost: what the strategy answers is the answer.
  if (first.noted === undefined) return { result: first.result, isNoted: false };
  let best: RestatedResult = first;
  // Without a model, room is made for the note as it is, and where more was lost for it, for one as long as it may be.
  const reserves = strategy.requiresLLM ? [] : [first.noted.note?.tokens ?? 0, maxTokens];
  for (const reserve of reserves) {
    if (reserve === 0 || best.tokensAfter <= targetTokens) break;
    given.signal?.throwIfAborted();
    const next = await attempt(reserve);
    if (!('kind' in next) && isBetter(next, best)) best = next;
  }
  const result = await concludeRestated(best, { ...given, targetTokens, estimateTokens });
  return { result, isNoted: true };
}

/** Whether a result keeps more of what was demanded than another, or the same in fewer tokens: with less room, a strategy may miss its target by more. */
function isBetter(result: RestatedResult, other: RestatedResult): boolean {
  const [left, leftOfOther] = [result.noted?.leftOut ?? 0, other.noted?.leftOut ?? 0];
  return left === leftOfOther ? result.tokensAfter < other.tokensAfter : left < leftOfOther;
}

/** What a strategy made of a history, with a note of the demands that were lost by it. */
export interface RestatedResult {
  readonly result: Extract<CompressionResult, { kind: 'applied' }>;
  /** `undefined` where no demand was lost. */
  readonly noted: RestatedDirectives | undefined;
  /** Tokens of the history with the note; those the strategy counted where there is none. */
  readonly tokensAfter: number;
}

/** Compresses, and notes what was lost; the result itself where the strategy does nothing. */
async function compressAndRestate(
  strategy: CompressionStrategy,
  context: CompressionContext,
  request: Omit<NoteRequest, 'provenance'>,
): Promise<RestatedResult | Extract<CompressionResult, { kind: 'noop' }>> {
  context.signal?.throwIfAborted();
  const result = await strategy.compress(context);
  if (result.kind === 'noop') return result;
  const { newHistory, metadata } = result;
  const noted = await restateLostDirectives(context.history, newHistory, {
    ...request,
    get provenance() {
      return metadata.provenance;
    },
  });
  const counted = noted === undefined ? metadata.tokensAfter : undefined;
  const tokensAfter = counted ?? (await request.estimateTokens(noted?.history ?? newHistory));
  return { result, noted, tokensAfter };
}
