import { defined } from '@palimpsest/core-types';
import { findFirstChange } from '@palimpsest/engine/history';
import type { AppliedOutcome, CompressionOutcome } from '../attempts/outcome.ts';
import type { OverflowOutcome } from '../overflow/fit-to-limit.ts';
import { dropBoundThinking } from './bound-thinking.ts';
import { compressWithFollowUp } from './compress-candidate.ts';
import {
  measureCandidate,
  withHistory,
  withTokenCount,
  type CandidateRequest,
  type MeasuredRequest,
  type PrepareContext,
} from './prepare-context.ts';
import {
  decideBackground,
  readBackgroundStatus,
  type BackgroundDecision,
} from './decide-background.ts';
import { reduceNewResults, replaceOldContent } from './edit-results.ts';
import { isWanted, proposeEdits, type EditProposal } from './propose-edits.ts';
import { isServerManaged } from './request-phase.ts';
import { scheduleEdits, type ScheduleStep } from './schedule-edits.ts';

/** The decision about a request, with its reasons; nothing is applied yet. */
export interface RequestDecision {
  readonly given: MeasuredRequest;
  readonly candidate: CandidateRequest;
  /** Why entries that were sent must not change, whatever it costs. */
  readonly noRewriteReason?: 'server-held' | 'append-only';
  /** Number of results that were reduced before they were first sent. */
  readonly ingested: number;
  readonly proposal?: EditProposal;
  readonly step?: ScheduleStep;
  /** Number of entries that `optimize` removed or replaced. */
  readonly optimized: number;
  readonly compression?: CompressionOutcome;
  /** Absent if the request was within the limit. */
  readonly overflow?: OverflowOutcome | undefined;
  /** Error of the removal of stale content. */
  readonly cause?: unknown;
  /** What happens in the background; absent if nothing does. */
  readonly background?: BackgroundDecision;
}

/** Decides about one request: reduces new results, removes stale content, compresses, and runs the overflow stages over the limit. */
export async function decideRequest(context: PrepareContext): Promise<RequestDecision> {
  const { request, raw, curated, pending } = context;
  const given = await measureCandidate({ raw, sent: curated, pending }, context);
  if (isServerManaged(request, given.sent)) {
    return { given, candidate: given, noRewriteReason: 'server-held', ingested: 0, optimized: 0 };
  }
  const { candidate: reduced, count: ingested } = await reduceNewResults(given, context);
  if (request.allowRewrite === 'never') {
    const facts = { ingested, optimized: 0 };
    return { given, candidate: reduced, noRewriteReason: 'append-only', ...facts };
  }
  const { candidate: uncompressed, count: replaced } = await replaceOldContent(reduced, context);
  const status = await readBackgroundStatus(uncompressed, context);
  const proposal = await proposeEdits(uncompressed, status, context);
  const step = scheduleEdits(uncompressed, proposal, context);
  const edited =
    step.action === 'apply'
      ? await applyProposal(uncompressed, proposal, context)
      : { candidate: uncompressed, optimized: 0, cause: proposal.cause };
  const { candidate, overflow } = await withinLimit(edited, context);
  const optimized = edited.optimized + replaced;
  const decision = { given, proposal, step, ...edited, optimized, overflow };
  const isDue = step.action === 'apply' && isWanted(proposal.compression);
  const inBackground = async (after: CandidateRequest, isApplied: boolean) =>
    await decideBackground({ status, uncompressed, after, isApplied, isWanted: isDue }, context);
  // The request cannot fit, so removing content gains nothing: return it unchanged.
  if (overflow?.kind === 'overflow') {
    const background = await inBackground(given, false);
    return { ...decision, candidate: given, ingested: 0, optimized: 0, ...defined({ background }) };
  }
  const last = await withoutBoundThinking(candidate, given, context);
  const background = await inBackground(last, step.action === 'apply');
  return { ...decision, candidate: last, ingested, ...defined({ background }) };
}

async function withinLimit(
  edited: EditedCandidate,
  context: PrepareContext,
): Promise<Pick<RequestDecision, 'candidate' | 'overflow'>> {
  if (edited.candidate.tokens <= context.call.thresholds.limit) return edited;
  const { fitCandidate } = await import('./fit-candidate.ts');
  return await fitCandidate(edited, context);
}

/** A candidate after the removal of stale content and compression. */
export type EditedCandidate = Pick<
  RequestDecision,
  'candidate' | 'optimized' | 'cause' | 'compression'
>;

async function applyProposal(
  given: CandidateRequest,
  proposal: EditProposal,
  context: PrepareContext,
): Promise<EditedCandidate> {
  const edited = await withoutStale(given, proposal, context);
  if (!isWanted(proposal.compression) || proposal.compressedBy === 'background') return edited;
  const { outcome, candidate } = await compressWithFollowUp(edited.candidate, proposal, context);
  if (candidate === undefined) return { ...edited, ...defined({ compression: outcome }) };
  return candidate.tokens < edited.candidate.tokens
    ? { ...edited, candidate, ...defined({ compression: outcome }) }
    : { ...edited, compression: withoutGain(outcome as AppliedOutcome) };
}

/** Removes stale content. An invalid plan changes nothing. */
async function withoutStale(
  given: CandidateRequest,
  { stale, cause }: EditProposal,
  context: PrepareContext,
): Promise<EditedCandidate> {
  if (stale === undefined) return { candidate: given, optimized: 0, cause };
  let raw: CandidateRequest['raw'];
  try {
    raw = stale.apply();
  } catch (error) {
    return { candidate: given, optimized: 0, cause: error };
  }
  return {
    candidate: await withTokenCount(withHistory(given, raw), context),
    optimized: stale.count,
  };
}

/** Turns a compression that saved nothing into a no-op. */
function withoutGain(outcome: AppliedOutcome): CompressionOutcome {
  const { result, ineffective: _ineffective, ...common } = outcome;
  const noop = { kind: 'noop', reason: 'no-gain' } as const;
  return { ...common, ...noop, result: { ...noop, metadata: result.metadata } };
}

async function withoutBoundThinking(
  candidate: CandidateRequest,
  given: MeasuredRequest,
  context: PrepareContext,
): Promise<CandidateRequest> {
  const from = findFirstChange(given.sent, candidate.sent);
  if (from === undefined) return candidate;
  const { boundThinking } = context.call;
  const sent = dropBoundThinking(candidate.sent, from, boundThinking);
  const pending = dropBoundThinking(candidate.pending, 0, boundThinking);
  if (sent === candidate.sent && pending === candidate.pending) return candidate;
  return await withTokenCount({ raw: sent, sent, pending }, context);
}
