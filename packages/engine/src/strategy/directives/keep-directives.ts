import {
  defined,
  type CompressionContext,
  type CompressionResult,
  type CompressionStrategy,
  type IContent,
} from '@palimpsest/core-types';
import { findDirectives } from '../../directives/index.ts';
import {
  createCheckedEstimator,
  humanTextLength,
  isGeneratedSnapshot,
  isNotice,
  isRequest,
  resolveTargetTokens,
} from '../../history/index.ts';
import { concludeRestated } from './restated-result.ts';
import { findReplacedSentences } from './replaced-directives.ts';
import { createFinderOfRun, listDirectiveRows, type FindDirectives } from './directive-rows.ts';
import { measureNoteBudget } from './directives-note.ts';
import {
  restateLostDirectives,
  type NoteRequest,
  type RestatedDirectives,
} from './restate-lost-directives.ts';

/** Compresses a history with a strategy. */
export type Compress = (context: CompressionContext) => Promise<CompressionResult>;

/** What the treatment of directives depends on. */
export type DirectiveStrategy = Pick<CompressionStrategy, 'requiresLLM' | 'writesRecord'>;

/**
 * Keeps user directives verbatim: prohibitions, obligations and restrictions. Without a model, messages with directives are pinned, up to 2,000
 * characters, with a short answer of the agent; a model's summary carries directives anyway. Directives that the result no longer contains are
 * restated in a note. If a strategy without a model then misses the target, it is asked once more, with room for this note, and without pinned
 * messages if these exceed the target. Directives that a later sentence replaces are not kept.
 *
 * The note has at most a quarter of the target, or 500 tokens; all notes together at most half of it, or 1,000 tokens; the larger value
 * applies. It never costs the target: if not all directives fit, the newest are kept, and `shortfallReason` counts the others.
 */
export async function keepDirectives(
  given: CompressionContext,
  { requiresLLM, writesRecord = false }: DirectiveStrategy,
  compress: Compress,
  find: FindDirectives = createFinderOfRun(),
): Promise<CompressionResult> {
  const targetTokens = resolveTargetTokens(given);
  const estimateTokens = createCheckedEstimator(given.estimateTokens);
  const budget = await measureNoteBudget(given.history, targetTokens, estimateTokens);
  const isPinned = (entry: IContent): boolean =>
    budget.notes.has(entry) || (given.pinned?.(entry) ?? false);
  const demands = writesRecord ? new Set<IContent>() : findDemands(given.history, find);
  const pinned = (entry: IContent): boolean => isPinned(entry) || demands.has(entry);
  const context: CompressionContext = requiresLLM ? given : { ...given, pinned };
  const request = { maxTokens: budget.tokens, estimateTokens, find };
  const plain = await compress(context);
  if (plain.kind === 'noop') return plain;
  const first = await restate(given.history, plain, request);
  const { note, leftOut } = first.restated;
  const isNoted = note !== undefined || leftOut > 0;
  const conclude = async (found: RestatedResult): Promise<CompressionResult> =>
    await concludeRestated(found, { ...given, targetTokens, estimateTokens });
  if (first.tokensAfter <= targetTokens || requiresLLM) {
    return isNoted ? await conclude(first) : plain;
  }
  given.signal?.throwIfAborted();
  const isOver = (await estimateTokens(plain.newHistory)) > targetTokens;
  // The rows of a note cost less than pinned messages.
  const unpins = isOver && demands.size > 0;
  const ofAll = unpins ? await restateLostDirectives(given.history, [], request) : undefined;
  const noteTokens = (unpins ? ofAll?.note : note)?.tokens ?? 0;
  if (!unpins && noteTokens === 0) return isNoted ? await conclude(first) : plain;
  const found: RestatedResult[] = [];
  const roomy = await compress({
    ...context,
    ...(unpins && { pinned: isPinned }),
    targetTokens: Math.max(0, targetTokens - noteTokens),
  });
  for (const result of [plain, roomy]) {
    if (result.kind !== 'applied') continue;
    const left = targetTokens - (await estimateTokens(result.newHistory));
    // What misses the target in any case loses nothing by a note.
    const maxTokens = left < 0 ? budget.tokens : Math.min(budget.tokens, left);
    found.push(await restate(given.history, result, { ...request, maxTokens }));
  }
  const fitting = found.filter(({ tokensAfter }) => tokensAfter <= targetTokens);
  const [best] = (fitting.length > 0 ? fitting : found).toSorted(
    (a, b) => a.restated.leftOut - b.restated.leftOut || a.tokensAfter - b.tokensAfter,
  );
  return await conclude(best!);
}

/** Returns the strategy with user directives kept: see `keepDirectives`. */
export function withDirectives(strategy: CompressionStrategy): CompressionStrategy {
  const { name, requiresLLM, trigger, startsFromOriginals, writesRecord } = strategy;
  return {
    name,
    requiresLLM,
    trigger,
    ...defined({ startsFromOriginals, writesRecord, optimize: strategy.optimize?.bind(strategy) }),
    compress: (context) => keepDirectives(context, strategy, (given) => strategy.compress(given)),
  };
}

export interface RestatedResult {
  readonly result: Extract<CompressionResult, { kind: 'applied' }>;
  readonly restated: RestatedDirectives;
  /** Tokens of the history with the note. */
  readonly tokensAfter: number;
}

/** Restates the directives that a result lost, if any. */
async function restate(
  before: readonly IContent[],
  result: RestatedResult['result'],
  request: Omit<NoteRequest, 'provenance'>,
): Promise<RestatedResult> {
  const { newHistory, metadata } = result;
  const { provenance } = metadata;
  const restated = (await restateLostDirectives(before, newHistory, {
    ...request,
    provenance,
  })) ?? {
    history: newHistory,
    leftOut: 0,
    ...defined({ provenance }),
  };
  return { result, restated, tokensAfter: await request.estimateTokens(restated.history) };
}

/** Maximum length of an answer that is pinned with its demand, in UTF-16 units. */
const MAX_ANSWER_LENGTH = 300;

/**
 * Returns the messages with directives, of several with the same directives the newest, each with the short text by which the agent answered
 * it: a demand without its answer reads as open.
 */
function findDemands(history: readonly IContent[], find: FindDirectives): ReadonlySet<IContent> {
  const said = new Set<string>();
  const demands = new Set<IContent>();
  const replaced = findReplacedSentences(history);
  let answer: IContent | undefined;
  for (const entry of history.toReversed()) {
    const isText = entry.blocks.every(({ type }) => type === 'text' || type === 'thinking');
    if (entry.speaker === 'ai' && isText && !isNotice(entry)) answer ??= entry;
    if (!isRequest(entry)) continue;
    const rows = (isPlain(entry) ? listDirectiveRows(entry, find) : []).filter(
      ({ text }) => !replaced.has(text),
    );
    if (rows.some(({ row }) => !said.has(row))) {
      for (const { row } of rows) said.add(row);
      demands.add(entry);
      if (answer !== undefined && humanTextLength(answer) <= MAX_ANSWER_LENGTH) demands.add(answer);
    }
    answer = undefined;
  }
  return demands;
}

/** Maximum length of a message that is pinned for its directives, in UTF-16 units of its texts and code. */
const MAX_PINNED_LENGTH = 2_000;

/**
 * Returns a predicate that pins what `pinned` pins, and user messages with directives: at most 2,000 characters, only text and code. Of other
 * messages, only the directives are kept: see `restateLostDirectives`.
 *
 * @param find finds the directives of a text. @default `findDirectives` of `@palimpsest/engine/directives`
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
