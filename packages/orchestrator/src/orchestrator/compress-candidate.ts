import { type CompressionContext, defined, type IContent } from '@palimpsest/core-types';
import { toEphemeralAccessors } from '@palimpsest/factory/settings';
import { rememberRepaired, repairHistory } from '@palimpsest/engine/history';
import { compressWithRetry } from '../attempts/compress-with-retry.ts';
import { modelCallsOf, type CompressionOutcome } from '../attempts/outcome.ts';
import { checkedStrategy } from '../strategy-source.ts';
import { withTokenCount, type CandidateRequest, type PrepareContext } from './prepare-context.ts';
import type { EditProposal } from './propose-edits.ts';

/** Minimum share of the way from trigger to target; after less, compression would soon be due again. */
const MIN_PROGRESS = 0.25;

/** Share of that way that the fallback strategy covers then. */
const FALLBACK_PROGRESS = 0.5;

interface CompressedCandidate {
  /** Absent if a model's compression is not ready and there is no fallback. */
  readonly outcome?: CompressionOutcome;
  /** Absent if nothing was compressed. */
  readonly candidate?: CandidateRequest;
}

/**
 * Compresses with the chosen strategy. If compression was due and ends close to the trigger, the fallback strategy compresses further: a
 * rewrite every few calls for a small gain costs more than the fallback loses.
 */
export async function compressWithFollowUp(
  candidate: CandidateRequest,
  { compression, target, compressedBy }: EditProposal,
  context: PrepareContext,
): Promise<CompressedCandidate> {
  const { name, fallback, thresholds } = context.call;
  if (compressedBy === 'fallback') {
    if (fallback === false) return {};
    const run = { target, name: fallback, fallback: false } as const;
    const spared = await compressCandidate(candidate, run, withNewestPinned(candidate, context));
    const isEnough = spared.candidate !== undefined && spared.candidate.tokens < thresholds.trigger;
    return isEnough ? spared : await compressCandidate(candidate, run, context);
  }
  const first =
    typeof compressedBy === 'object'
      ? compressedBy
      : await compressCandidate(candidate, { target, name, fallback }, context);
  const { outcome } = first;
  const tokensAtProgress = (share: number) =>
    thresholds.trigger - share * (thresholds.trigger - thresholds.target);
  const reached = first.candidate ?? candidate;
  const isShort = compression === 'due' && reached.tokens > tokensAtProgress(MIN_PROGRESS);
  const hasEnded = outcome?.kind === 'applied' || outcome?.kind === 'noop';
  if (!isShort || !hasEnded || fallback === false || fallback === outcome.strategy) return first;
  const other = {
    target: tokensAtProgress(FALLBACK_PROGRESS),
    name: fallback,
    fallback: false,
  } as const;
  const second = await compressCandidate(reached, other, context);
  const isSmaller = second.candidate !== undefined && second.candidate.tokens < reached.tokens;
  if (second.outcome?.kind !== 'applied' || !isSmaller) return first;
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

/**
 * Pins the entries added since the background job started. Its result replaces only the earlier entries, and cannot be used if the added
 * ones change.
 */
function withNewestPinned({ sent }: CandidateRequest, context: PrepareContext): PrepareContext {
  const { options, state, raw } = context;
  const count = state.ahead === undefined ? 0 : Math.max(0, raw.length - state.ahead.entries);
  const newest = new Set(sent.slice(sent.length - count));
  const pinned = (entry: IContent) => newest.has(entry) || (options.pinned?.(entry) ?? false);
  return { ...context, options: { ...options, pinned } };
}

/**
 * Compresses the history of a candidate with the given strategy, or with its fallback.
 *
 * @param run target in tokens of the whole request, and the names of the strategies
 */
async function compressCandidate(
  candidate: CandidateRequest,
  run: { readonly target: number; readonly name: string; readonly fallback: string | false },
  context: PrepareContext,
): Promise<CompressedCandidate> {
  const { options, request, breaker, emit } = context;
  const { name, fallback } = run;
  // The circuit breaker applies only to strategies with a model.
  const needsModel = options.strategies.resolve(name).requiresLLM;
  const outcome = await compressWithRetry(
    await createCompressionContext(candidate, run.target, context),
    {
      ...options.attempts,
      strategies: {
        resolve: (each) => checkedStrategy(options.strategies, each, context.call.pinDirectives),
      },
      name,
      fallback,
      bypassBreaker: request.force === true,
      onEvent: emit,
      ...defined({ now: options.now, breaker: needsModel ? breaker : undefined }),
    },
  );
  if (outcome.kind !== 'applied') return { outcome };
  const sent = outcome.result.newHistory;
  const compressed = { raw: sent, sent, pending: candidate.pending };
  return { outcome, candidate: await withTokenCount(compressed, context) };
}

export async function createCompressionContext(
  candidate: CandidateRequest,
  target: number,
  { options, settings, request, call, meter, estimateTokens }: PrepareContext,
): Promise<CompressionContext> {
  const { thresholds, budget, strategy } = call;
  const { resolveProvider, resolvePrompt, pinned, originalId, logger } = options;
  const { activeTodos, transcriptPath, signal } = request;
  const pending = await meter.tokensOf(candidate.pending);
  const available = target - thresholds.overhead;
  const repaired = repairHistory(candidate.sent.slice());
  rememberRepaired(repaired);
  const { history } = repaired;
  return {
    history,
    estimateTokens,
    currentTokenCount: Math.round(candidate.tokens - thresholds.overhead - pending),
    // Pending entries take at most half of the target: a large pending result can itself be reduced, and must not displace the history.
    targetTokens: Math.max(1, Math.floor(Math.max(available - pending, available / 2))),
    triggerTokens: Math.floor(thresholds.trigger - thresholds.overhead),
    maxOutputTokens: budget.maxOutputTokens,
    runtimeContext: { ephemerals: toEphemeralAccessors(settings, () => strategy) },
    settings: settings.explicitValues(),
    compressionVerification: call.verification,
    ...defined({ pinned, originalId, resolveProvider, resolvePrompt }),
    ...defined({ activeTodos, transcriptPath, signal, logger }),
  };
}
