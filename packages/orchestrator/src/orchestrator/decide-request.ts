import { defined, type IContent } from '@palimpsest/core-types';
import { createIsProtected, findFirstChange } from '@palimpsest/history';
import type { AppliedOutcome, CompressionOutcome } from '../attempts/outcome.ts';
import type { ScheduleStep } from '../economics/edit-schedule.ts';
import type { OverflowOutcome } from '../overflow/fit-to-limit.ts';
import { dropBoundThinking } from './bound-thinking.ts';
import { compressWithFollowUp } from './compress-candidate.ts';
import {
  measureCandidate,
  withHistory,
  withTokenCount,
  type CandidateRequest,
  type MeasuredRequest,
} from './candidate-request.ts';
import type { PrepareContext } from './prepare-context.ts';
import {
  decideBackground,
  readBackgroundStatus,
  type BackgroundDecision,
} from './decide-background.ts';
import { proposeEdits, type EditProposal } from './propose-edits.ts';
import { isServerManaged } from './request-phase.ts';
import { scheduleEdits } from './schedule-edits.ts';

/** The decision about a request, with its reasons; nothing is applied yet. */
export interface RequestDecision {
  readonly given: MeasuredRequest;
  readonly candidate: CandidateRequest;
  /** Why entries that were sent must not change, whatever it costs. */
  readonly noRewriteReason?: 'server-held' | 'append-only';
  /** Number of results that were reduced before they were first sent. */
  readonly ingested: number;
  /** Number of new reads whose earlier result was shortened; absent unless they are looked for. */
  readonly rereads?: number | undefined;
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
  const { candidate: unrepeated, count: repeated, rereads } = await withoutRepeats(given, context);
  const { candidate: taken, count: large } = await withoutLargeResults(unrepeated, context);
  const ingested = repeated + large;
  if (request.allowRewrite === 'never') {
    return {
      given,
      candidate: taken,
      noRewriteReason: 'append-only',
      ingested,
      rereads,
      optimized: 0,
    };
  }
  const { candidate: undropped, count: dropped } = await withoutDropped(taken, context);
  const { candidate: uncompressed, count: placeholders } = await withoutOldMedia(
    undropped,
    context,
  );
  const status = await readBackgroundStatus(uncompressed, context);
  const proposal = await proposeEdits(uncompressed, status, context);
  const step = scheduleEdits(uncompressed, proposal, context);
  const edited =
    step.action === 'apply'
      ? await applyProposal(uncompressed, proposal, context)
      : { candidate: uncompressed, optimized: 0, cause: proposal.cause };
  const { candidate, overflow } = await withinLimit(edited, context);
  const optimized = edited.optimized + dropped + placeholders;
  const decision = { given, proposal, step, ...edited, optimized, overflow, rereads };
  const isWanted =
    step.action === 'apply' && (proposal.compression === 'due' || proposal.compression === 'early');
  const inBackground = async (after: CandidateRequest, isApplied: boolean) =>
    await decideBackground({ status, uncompressed, after, isApplied, isWanted }, context);
  // The request cannot fit, so removing content gains nothing: return it unchanged.
  if (overflow?.kind === 'overflow') {
    const background = await inBackground(given, false);
    return { ...decision, candidate: given, ingested: 0, optimized: 0, ...defined({ background }) };
  }
  const last = await withoutBoundThinking(candidate, given, context);
  const background = await inBackground(last, step.action === 'apply');
  return { ...decision, candidate: last, ingested, ...defined({ background }) };
}

/** A request, and the number of its changed entries. */
interface Edited {
  readonly candidate: MeasuredRequest;
  readonly count: number;
}

// The modules of these edits are loaded on first use: most requests need none.

async function withoutRepeats(
  given: MeasuredRequest,
  context: PrepareContext,
): Promise<Edited & { readonly rereads?: number }> {
  if (!context.call.referencesRepeatedReads) return { candidate: given, count: 0 };
  const { findRepeatedReads } = await import('./repeated-reads.ts');
  const { originalId, taxonomy = (await import('@palimpsest/tool-taxonomy')).defaultToolTaxonomy } =
    context.options;
  let rereads = 0;
  const edited = await withChanges(given, context, (entries) => {
    const found = findRepeatedReads(entries, { from: given.seen, taxonomy, originalId });
    ({ rereads } = found);
    return found.changed;
  });
  return { ...edited, rereads };
}

async function withoutLargeResults(
  given: MeasuredRequest,
  context: PrepareContext,
): Promise<Edited> {
  const { ingestTokens } = context.call;
  if (ingestTokens === undefined || given.freshTokens <= ingestTokens) {
    return { candidate: given, count: 0 };
  }
  const { ingestResults } = await import('./ingest-results.ts');
  return await ingestResults(given, ingestTokens, context);
}

async function withoutOldMedia(given: MeasuredRequest, context: PrepareContext): Promise<Edited> {
  const { maxRequestBytes: maxBytes } = context.call;
  if (maxBytes === undefined) return { candidate: given, count: 0 };
  const { pinned, originalId } = context.options;
  const { dropOldMedia } = await import('./drop-old-media.ts');
  const isProtected = createIsProtected(pinned);
  return await withChanges(given, context, (entries) =>
    dropOldMedia(entries, { maxBytes, isProtected, originalId }),
  );
}

async function withoutDropped(given: MeasuredRequest, context: PrepareContext): Promise<Edited> {
  const { drop } = context.call;
  if (drop === undefined) return { candidate: given, count: 0 };
  const { dropResults } = await import('@palimpsest/engine/rules');
  return await withChanges(given, context, (entries) =>
    dropResults(entries, drop, context.options),
  );
}

/** Returns the request with the entries that `change` returns by their index, and their number. */
async function withChanges(
  given: MeasuredRequest,
  context: PrepareContext,
  change: (entries: readonly IContent[]) => ReadonlyMap<number, IContent>,
): Promise<Edited> {
  const entries = [...given.sent, ...given.pending];
  const changed = change(entries);
  if (changed.size === 0) return { candidate: given, count: 0 };
  const after = entries.map((entry, at) => changed.get(at) ?? entry);
  const sent = after.slice(0, given.sent.length);
  const pending = after.slice(given.sent.length);
  return {
    candidate: await measureCandidate({ raw: sent, sent, pending }, context),
    count: changed.size,
  };
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
  if (proposal.compression !== 'due' && proposal.compression !== 'early') return edited;
  if (proposal.compressedBy === 'background') return edited;
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
