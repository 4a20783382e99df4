import type { CompressionOutcome } from '../attempts/outcome.ts';
import { fitToLimit, type OverflowOutcome } from '../overflow/fit-to-limit.ts';
import { measureNoteBudget, pinDirectives, restateLostDirectives } from '@palimpsest/engine/run';
import { withHistory, type CandidateRequest } from './candidate-request.ts';
import type { PrepareContext } from './prepare-context.ts';

interface FittedCandidate {
  readonly draft: CandidateRequest;
  /** Absent if the request was within the limit. */
  readonly overflow?: OverflowOutcome;
}

/** Forces a candidate under the limit without a model. Returns it unchanged if it cannot fit. */
export async function fitCandidate(
  draft: CandidateRequest,
  compression: CompressionOutcome | undefined,
  ground: PrepareContext,
): Promise<FittedCandidate> {
  const { call, options } = ground;
  if (draft.tokens <= call.thresholds.limit) return { draft };
  const cause = compression !== undefined && 'cause' in compression ? compression.cause : undefined;
  const overflow = await fitKeepingDirectives(draft, cause, ground);
  if (overflow.kind === 'overflow') return { draft, overflow };
  // Estimates of single entries may add up to more than the estimate of the whole.
  if (overflow.steps.length === 0) return { draft: { ...draft, tokens: overflow.tokensAfter } };
  const { history, tokens } = call.pinDirectives
    ? await withNote(draft, overflow, ground)
    : { history: overflow.history, tokens: 0 };
  const after = { ...withHistory(draft, history), pending: overflow.pending };
  options.logger?.debug('over the limit', { before: draft.tokens, after: overflow.tokensAfter });
  return { draft: { ...after, tokens: overflow.tokensAfter + tokens }, overflow };
}

/**
 * Runs the overflow stages, if possible without removing messages with directives. Fits the request to the trigger if possible, else to the
 * limit: just below the limit, the next request would exceed it again, and every call would rewrite the cache.
 */
async function fitKeepingDirectives(
  draft: CandidateRequest,
  cause: unknown,
  ground: PrepareContext,
): Promise<OverflowOutcome> {
  const { trigger, limit } = ground.call.thresholds;
  const { pinned } = ground.options;
  const whole = pinDirectives(pinned);
  const roomy = { limitTokens: trigger, cause };
  const tight = { limitTokens: limit, cause };
  if (ground.call.pinDirectives) {
    for (const aim of [roomy, tight]) {
      const keeping = await fit(draft, whole, aim, ground);
      if (keeping.kind === 'fits') return keeping;
    }
  }
  const fitted = await fit(draft, pinned, roomy, ground);
  return fitted.kind === 'fits' ? fitted : await fit(draft, pinned, tight, ground);
}

interface Aim {
  readonly limitTokens: number;
  readonly cause: unknown;
}

async function fit(
  { sent, pending }: CandidateRequest,
  pinned: PrepareContext['options']['pinned'],
  { limitTokens, cause }: Aim,
  { call, options, request, estimateTokens, taxonomy }: PrepareContext,
): Promise<OverflowOutcome> {
  const { originalId, strategies } = options;
  return await fitToLimit({
    history: sent,
    pending,
    limitTokens,
    estimateTokens,
    strategies,
    taxonomy,
    density: call.density,
    overhead: request.overhead ?? {},
    ...(pinned === undefined ? {} : { pinned }),
    ...(originalId === undefined ? {} : { originalId }),
    ...(cause === undefined ? {} : { cause }),
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  });
}

/** Returns the history with a note of lost directives, if it fits into the note budget, and the tokens that the note adds. */
async function withNote(
  draft: CandidateRequest,
  { history, pending, tokensAfter }: OverflowOutcome,
  { call, estimateTokens }: PrepareContext,
): Promise<{ readonly history: CandidateRequest['sent']; readonly tokens: number }> {
  const { limit, target, overhead } = call.thresholds;
  const { tokens: room } = await measureNoteBudget(history, target - overhead, estimateTokens);
  const before = [...draft.sent, ...draft.pending];
  const noted = await restateLostDirectives(before, [...history, ...pending], {
    estimateTokens,
    maxTokens: Math.max(0, Math.min(room, limit - tokensAfter)),
  });
  if (noted?.note === undefined) return { history, tokens: 0 };
  const end = noted.history.length - pending.length;
  const isPendingWhole = pending.every((entry, at) => noted.history[end + at] === entry);
  return isPendingWhole
    ? { history: noted.history.slice(0, end), tokens: noted.note.tokens }
    : { history, tokens: 0 };
}
