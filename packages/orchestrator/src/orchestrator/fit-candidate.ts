import { defaultToolTaxonomy } from '@palimpsest/engine/tools';
import { fitToLimit, type OverflowOutcome } from '../overflow/fit-to-limit.ts';
import type { EditedCandidate, RequestDecision } from './decide-request.ts';
import { withHistory, type CandidateRequest, type PrepareContext } from './prepare-context.ts';

/** Forces a candidate under the limit without a model. Returns it unchanged if it cannot fit. */
export async function fitCandidate(
  { candidate, compression }: EditedCandidate,
  context: PrepareContext,
): Promise<Pick<RequestDecision, 'candidate' | 'overflow'>> {
  const { call, options } = context;
  const cause = compression !== undefined && 'cause' in compression ? compression.cause : undefined;
  const overflow = await fitKeepingDirectives(candidate, cause, context);
  if (overflow.kind === 'overflow') return { candidate, overflow };
  // Estimates of single entries may add up to more than the estimate of the whole.
  if (overflow.steps.length === 0)
    return { candidate: { ...candidate, tokens: overflow.tokensAfter } };
  const { history, tokens } = call.pinDirectives
    ? await withNote(candidate, overflow, context)
    : { history: overflow.history, tokens: 0 };
  const after = { ...withHistory(candidate, history), pending: overflow.pending };
  options.logger?.debug('over the limit', {
    before: candidate.tokens,
    after: overflow.tokensAfter,
  });
  return { candidate: { ...after, tokens: overflow.tokensAfter + tokens }, overflow };
}

/**
 * Runs the overflow stages, if possible without removing messages with directives. Fits the request to the trigger if possible, else to the
 * limit: just below the limit, the next request would exceed it again, and every call would rewrite the cache.
 */
async function fitKeepingDirectives(
  { sent, pending }: CandidateRequest,
  cause: unknown,
  { call, options, request, estimateTokens }: PrepareContext,
): Promise<OverflowOutcome> {
  const { originalId, strategies, pinned, taxonomy = defaultToolTaxonomy } = options;
  const fit = async (isPinned: typeof pinned, limitTokens: number) =>
    await fitToLimit({
      history: sent,
      pending,
      limitTokens,
      maxOutputTokens: call.budget.maxOutputTokens,
      estimateTokens,
      strategies,
      taxonomy,
      overhead: request.overhead,
      pinned: isPinned,
      originalId,
      cause,
      logger: options.logger,
      signal: request.signal,
    });
  const { trigger, limit } = call.thresholds;
  if (call.pinDirectives) {
    const { pinDirectives } = await import('@palimpsest/engine/keep-directives');
    for (const limitTokens of [trigger, limit]) {
      const keeping = await fit(
        pinDirectives(pinned, strategies.services?.().directives),
        limitTokens,
      );
      if (keeping.kind === 'fits') return keeping;
    }
  }
  const roomy = await fit(pinned, trigger);
  return roomy.kind === 'fits' ? roomy : await fit(pinned, limit);
}

/** Returns the history with a note of lost directives, if it fits into the note budget, and the tokens that the note adds. */
async function withNote(
  candidate: CandidateRequest,
  { history, pending, tokensAfter }: OverflowOutcome,
  { call, options, estimateTokens }: PrepareContext,
): Promise<{ readonly history: CandidateRequest['sent']; readonly tokens: number }> {
  const { limit, target, overhead } = call.thresholds;
  const { measureNoteBudget, restateLostDirectives } =
    await import('@palimpsest/engine/keep-directives');
  const { tokens: budget } = await measureNoteBudget(history, target - overhead, estimateTokens);
  const before = [...candidate.sent, ...candidate.pending];
  const noted = await restateLostDirectives(before, [...history, ...pending], {
    estimateTokens,
    find: options.strategies.services?.().directives,
    maxTokens: Math.max(0, Math.min(budget, limit - tokensAfter)),
  });
  if (noted.noteTokens === undefined) return { history, tokens: 0 };
  const end = noted.history.length - pending.length;
  const isPendingWhole = pending.every((entry, at) => noted.history[end + at] === entry);
  return isPendingWhole
    ? { history: noted.history.slice(0, end), tokens: noted.noteTokens }
    : { history, tokens: 0 };
}
