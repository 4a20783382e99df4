import { findFirstChange } from '@palimpsest/history';
import type { AppliedOutcome, CompressionOutcome } from '../attempts/outcome.ts';
import type { ScheduleStep } from '../economics/edit-schedule.ts';
import type { OverflowOutcome } from '../overflow/fit-to-limit.ts';
import { dropBoundThinking } from './bound-thinking.ts';
import { compressWithFollowUp } from './compress-candidate.ts';
import {
  measureRequest,
  withHistory,
  withTokenCount,
  type CandidateRequest,
  type MeasuredRequest,
} from './candidate-request.ts';
import { fitCandidate } from './fit-candidate.ts';
import type { PrepareContext } from './prepare-context.ts';
import { ingestResults } from './ingest-results.ts';
import { proposeEdits, type EditProposal } from './propose-edits.ts';
import { scheduleEdits } from './schedule-edits.ts';
import { isServerManaged } from './request-phase.ts';

/** The decision about a request, with its reasons; nothing is applied yet. */
export interface RequestDecision {
  readonly given: MeasuredRequest;
  readonly draft: CandidateRequest;
  /** Why entries that were sent must not change, whatever it costs. */
  readonly held?: 'server-held' | 'append-only';
  /** Number of results that were reduced before they were first sent. */
  readonly ingested: number;
  readonly offer?: EditProposal;
  readonly step?: ScheduleStep;
  /** Number of entries that `optimize` removed or replaced. */
  readonly optimized: number;
  readonly compression?: CompressionOutcome;
  readonly overflow?: OverflowOutcome;
  /** Error of the removal of stale content. */
  readonly cause?: unknown;
}

/** Decides about one request: reduces new results, removes stale content, compresses, and runs the overflow stages over the limit. */
export async function decideRequest(ground: PrepareContext): Promise<RequestDecision> {
  const given = await measureRequest(ground);
  if (isServerManaged(ground.request, given.sent)) {
    return { given, draft: given, held: 'server-held', ingested: 0, optimized: 0 };
  }
  const { draft: taken, count: ingested } = await ingestResults(given, ground);
  if (ground.request.allowRewrite === 'never') {
    return { given, draft: taken, held: 'append-only', ingested, optimized: 0 };
  }
  const offer = await proposeEdits(taken, ground);
  const step = scheduleEdits(taken, offer, ground);
  const edited: Edited =
    step.action === 'apply'
      ? await applyProposal(taken, offer, ground)
      : untouched(taken, offer.cause);
  const { draft: made, optimized, ...tried } = edited;
  const { draft, overflow } = await fitCandidate(made, edited.compression, ground);
  const common = { given, offer, step, ...tried };
  // The request cannot fit, so removing content gains nothing: return it unchanged.
  if (overflow?.kind === 'overflow') {
    return { ...common, overflow, draft: given, ingested: 0, optimized: 0 };
  }
  return {
    ...common,
    draft: await withoutBoundThinking(draft, given, ground),
    ingested,
    optimized,
    ...(overflow === undefined ? {} : { overflow }),
  };
}

interface Edited {
  readonly draft: CandidateRequest;
  /** Number of entries that `optimize` removed or replaced. */
  readonly optimized: number;
  /** Error of the removal of stale content. */
  readonly cause?: unknown;
  readonly compression?: CompressionOutcome;
}

async function applyProposal(
  given: CandidateRequest,
  offer: EditProposal,
  ground: PrepareContext,
): Promise<Edited> {
  const { draft, optimized, ...failure } = await withoutStale(given, offer, ground);
  if (offer.compression !== 'due' && offer.compression !== 'early') {
    return { draft, optimized, ...failure };
  }
  const { outcome, draft: compressed } = await compressWithFollowUp(draft, offer, ground);
  if (compressed === undefined) return { draft, optimized, ...failure, compression: outcome };
  return compressed.tokens < draft.tokens
    ? { draft: compressed, optimized, ...failure, compression: outcome }
    : { draft, optimized, ...failure, compression: withoutGain(outcome) };
}

/** Removes stale content. An invalid plan changes nothing. */
async function withoutStale(
  given: CandidateRequest,
  { stale, cause }: EditProposal,
  ground: PrepareContext,
): Promise<Omit<Edited, 'compression'>> {
  if (stale === undefined) return untouched(given, cause);
  let raw: CandidateRequest['raw'];
  try {
    raw = stale.apply();
  } catch (error) {
    return untouched(given, error);
  }
  return { draft: await withTokenCount(withHistory(given, raw), ground), optimized: stale.count };
}

function untouched(draft: CandidateRequest, cause: unknown): Omit<Edited, 'compression'> {
  return { draft, optimized: 0, ...(cause === undefined ? {} : { cause }) };
}

/** Turns a compression that saved nothing into a no-op. */
function withoutGain(outcome: CompressionOutcome): CompressionOutcome {
  const { strategy, attempts, result } = outcome as AppliedOutcome;
  const { metadata } = result;
  const cause = 'cause' in outcome ? { cause: outcome.cause } : {};
  const reason = 'no-gain';
  return {
    kind: 'noop',
    reason,
    result: { kind: 'noop', reason, metadata },
    strategy,
    attempts,
    ...cause,
  };
}

async function withoutBoundThinking(
  draft: CandidateRequest,
  given: MeasuredRequest,
  ground: PrepareContext,
): Promise<CandidateRequest> {
  const from = findFirstChange(given.sent, draft.sent);
  if (from === undefined) return draft;
  const { boundThinking } = ground.call;
  const sent = dropBoundThinking(draft.sent, from, boundThinking);
  const pending = dropBoundThinking(draft.pending, 0, boundThinking);
  if (sent === draft.sent && pending === draft.pending) return draft;
  return await withTokenCount({ raw: sent, sent, pending }, ground);
}
