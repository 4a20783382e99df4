import { type CompressionContext, defined, type IContent } from '@palimpsest/core-types';
import { rememberRepaired, repairHistory } from '@palimpsest/engine/history';
import { toEphemeralAccessors } from '@palimpsest/factory/settings';
import { compressWithRetry } from '../attempts/compress-with-retry.ts';
import { modelCallsOf, type CompressionOutcome } from '../attempts/outcome.ts';
import { countEach, sum } from '../count-each.ts';
import { checkedStrategy } from '../strategy-source.ts';
import type { ChosenCompression } from './choose-edits.ts';
import type { Decision } from './decide-request.ts';
import { toCandidate, type Candidate, type PrepareContext } from './prepare-context.ts';

/** Minimum share of the way from trigger to target; after less, compression would soon be due again. */
const MIN_PROGRESS = 0.25;

/** Share of that way that the fallback strategy covers then. */
const FALLBACK_PROGRESS = 0.5;

interface Compressed {
  readonly outcome: CompressionOutcome;
  /** The given one if nothing was compressed. */
  readonly candidate: Candidate;
}

/** Compresses as it was chosen. A compression that saves nothing is a no-op. */
export async function compress(decision: Decision, context: PrepareContext): Promise<Decision> {
  const { candidate, choice } = decision;
  if (choice?.compression === undefined) return decision;
  const { outcome, candidate: after } = await runChosen(candidate, choice.compression, context);
  const isSmaller = after.tokens < candidate.tokens;
  const compression = outcome.kind === 'applied' && !isSmaller ? withoutGain(outcome) : outcome;
  return {
    ...decision,
    candidate: isSmaller ? after : candidate,
    compression,
    ...(compression.kind === 'noop' || compression.kind === 'skipped'
      ? { reason: compression.reason }
      : {}),
  };
}

/** Runs the strategy, or the fallback that carries a request while a job in the background has not finished. */
async function runChosen(
  candidate: Candidate,
  { when, by, target }: ChosenCompression,
  context: PrepareContext,
): Promise<Compressed> {
  if (typeof by === 'object') return by;
  const { name, fallback, thresholds } = context.call;
  if (by === 'strategy') {
    const compressed = await run(candidate, { target, name, fallback }, context);
    return when === 'due' ? await continueByFallback(compressed, context) : compressed;
  }
  const carried = { target, name: fallback as string, fallback: false } as const;
  const spared = await run(candidate, carried, withNewestPinned(candidate, context));
  return spared.candidate.tokens < thresholds.trigger
    ? spared
    : await run(candidate, carried, context);
}

/**
 * Continues a due compression that ends close to the trigger: a rewrite every few calls for a small gain costs more than the fallback loses.
 */
async function continueByFallback(
  compressed: Compressed,
  context: PrepareContext,
): Promise<Compressed> {
  const { outcome, candidate } = compressed;
  const { thresholds, fallback } = context.call;
  const { trigger, target } = thresholds;
  const tokensAt = (progress: number) => trigger - progress * (trigger - target);
  const hasEnded = outcome.kind === 'applied' || outcome.kind === 'noop';
  const isShort = candidate.tokens > tokensAt(MIN_PROGRESS);
  if (!hasEnded || !isShort || fallback === false || fallback === outcome.strategy)
    return compressed;
  const further = { target: tokensAt(FALLBACK_PROGRESS), name: fallback, fallback: false } as const;
  const second = await run(candidate, further, context);
  if (second.outcome.kind !== 'applied' || second.candidate.tokens >= candidate.tokens)
    return compressed;
  const attempts = [...outcome.attempts, ...second.outcome.attempts];
  // What the first compression asked a model is on the bill, too.
  const llmCalls = [...modelCallsOf(outcome), ...modelCallsOf(second.outcome)];
  const { metadata } = second.outcome.result;
  const result = {
    ...second.outcome.result,
    metadata: llmCalls.length === 0 ? metadata : { ...metadata, llmCalls },
  };
  return {
    candidate: second.candidate,
    outcome: { ...second.outcome, reason: 'fallback', attempts, result },
  };
}

/** Turns a compression that saved nothing into a no-op. */
function withoutGain({
  result,
  ineffective: _ineffective,
  ...common
}: Extract<CompressionOutcome, { kind: 'applied' }>): CompressionOutcome {
  const noop = { kind: 'noop', reason: 'no-gain' } as const;
  return { ...common, ...noop, result: { ...noop, metadata: result.metadata } };
}

/**
 * Pins the entries added since the background job started. Its result replaces only the earlier entries, and cannot be used if the added
 * ones change.
 */
function withNewestPinned({ history }: Candidate, context: PrepareContext): PrepareContext {
  const { options, state } = context;
  const { job } = state;
  const count = job === undefined ? 0 : Math.max(0, context.history.length - job.entries);
  const newest = new Set(history.slice(history.length - count));
  const pinned = (entry: IContent) => newest.has(entry) || (options.pinned?.(entry) ?? false);
  return { ...context, options: { ...options, pinned } };
}

/**
 * Compresses the history of a candidate with the given strategy, or with its fallback.
 *
 * @param how target in tokens of the whole request, and the names of the strategies
 */
async function run(
  candidate: Candidate,
  how: { readonly target: number; readonly name: string; readonly fallback: string | false },
  context: PrepareContext,
): Promise<Compressed> {
  const { options, request, breaker, call } = context;
  const { strategies, attempts, now } = options;
  const { target, ...names } = how;
  // The circuit breaker applies only to strategies with a model.
  const needsModel = strategies.resolve(names.name).requiresLLM;
  const outcome = await compressWithRetry(
    await createCompressionContext(candidate, target, context),
    {
      ...attempts,
      ...names,
      strategies: {
        resolve: (each) =>
          checkedStrategy(strategies, strategies.resolve(each), call.pinDirectives),
      },
      bypassBreaker: request.force === true,
      onEvent: context.emit,
      ...defined({ now, breaker: needsModel ? breaker : undefined }),
    },
  );
  if (outcome.kind !== 'applied') return { outcome, candidate };
  const { newHistory } = outcome.result;
  return { outcome, candidate: await toCandidate(newHistory, candidate.pending, context) };
}

/** @param target in tokens of the whole request */
export async function createCompressionContext(
  { history: given, pending, tokens }: Candidate,
  target: number,
  { options, settings, request, call, estimateTokens }: PrepareContext,
): Promise<CompressionContext> {
  const { thresholds, budget, strategy } = call;
  const { resolveProvider, resolvePrompt, pinned, originalId, logger } = options;
  const { activeTodos, transcriptPath, signal } = request;
  const pendingTokens = sum(await countEach(pending, estimateTokens));
  const available = target - thresholds.overhead;
  const repaired = repairHistory(given.slice());
  rememberRepaired(repaired);
  return {
    history: repaired.history,
    estimateTokens,
    currentTokenCount: Math.round(tokens - thresholds.overhead - pendingTokens),
    // Pending entries take at most half of the target: a large pending result can itself be reduced, and must not displace the history.
    targetTokens: Math.max(1, Math.floor(Math.max(available - pendingTokens, available / 2))),
    triggerTokens: Math.floor(thresholds.trigger - thresholds.overhead),
    maxOutputTokens: budget.maxOutputTokens,
    runtimeContext: { ephemerals: toEphemeralAccessors(settings, () => strategy) },
    settings: settings.explicitValues(),
    compressionVerification: call.verification,
    ...defined({ pinned, originalId, resolveProvider, resolvePrompt }),
    ...defined({ activeTodos, transcriptPath, signal, logger }),
  };
}
