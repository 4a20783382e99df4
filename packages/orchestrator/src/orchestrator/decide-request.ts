import { defined, type IContent } from '@palimpsest/core-types';
import { createIsProtected, findFirstChange } from '@palimpsest/history';
import type { AppliedOutcome, CompressionOutcome } from '../attempts/outcome.ts';
import type { ScheduleStep } from '../economics/edit-schedule.ts';
import type { OverflowOutcome } from '../overflow/fit-to-limit.ts';
import type { BackgroundDecision } from './background-status.ts';
import { dropBoundThinking } from './bound-thinking.ts';
import {
  measureCandidate,
  withHistory,
  withTokenCount,
  type CandidateRequest,
  type MeasuredRequest,
} from './candidate-request.ts';
import { compressWithFollowUp } from './compress-candidate.ts';
import type { PrepareContext } from './prepare-context.ts';
import { backgroundAfter, readBackgroundStatus } from './decide-background.ts';
import { proposeEdits, type EditProposal } from './propose-edits.ts';
import { isServerManaged } from './request-phase.ts';
import { scheduleEdits } from './schedule-edits.ts';

/** The decision about a request, with its reasons; nothing is applied yet. */
export interface RequestDecision {
  readonly given: MeasuredRequest;
  readonly draft: CandidateRequest;
  /** Why entries that were sent must not change, whatever it costs. */
  readonly held?: 'server-held' | 'append-only';
  /** Number of results that were reduced before they were first sent. */
  readonly ingested: number;
  /** Number of new reads whose earlier result was shortened; absent unless they are looked for. */
  readonly rereads?: number | undefined;
  readonly offer?: EditProposal;
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
export async function decideRequest(ground: PrepareContext): Promise<RequestDecision> {
  const { request, raw, curated, pending } = ground;
  const given = await measureCandidate({ raw, sent: curated, pending }, ground);
  if (isServerManaged(request, given.sent)) {
    return { given, draft: given, held: 'server-held', ingested: 0, optimized: 0 };
  }
  const { draft: unrepeated, count: repeated, rereads } = await withoutRepeats(given, ground);
  const { draft: taken, count: large } = await withoutLargeResults(unrepeated, ground);
  const ingested = repeated + large;
  if (request.allowRewrite === 'never') {
    return { given, draft: taken, held: 'append-only', ingested, rereads, optimized: 0 };
  }
  const { draft: undropped, count: dropped } = await withoutDropped(taken, ground);
  const { draft: light, count: placeholders } = await withoutOldMedia(undropped, ground);
  const status = await readBackgroundStatus(light, ground);
  const offer = await proposeEdits(light, status, ground);
  const step = scheduleEdits(light, offer, ground);
  const edited =
    step.action === 'apply'
      ? await applyProposal(light, offer, ground)
      : { draft: light, optimized: 0, cause: offer.cause };
  const { draft, overflow } = await withinLimit(edited, ground);
  const optimized = edited.optimized + dropped + placeholders;
  const decision = { given, offer, step, ...edited, optimized, overflow, rereads };
  const isWanted =
    step.action === 'apply' && (offer.compression === 'due' || offer.compression === 'early');
  const inBackground = async (after: CandidateRequest, isApplied: boolean) =>
    await backgroundAfter({ status, light, after, isApplied, isWanted }, ground);
  // The request cannot fit, so removing content gains nothing: return it unchanged.
  if (overflow?.kind === 'overflow') {
    const background = await inBackground(given, false);
    return { ...decision, draft: given, ingested: 0, optimized: 0, ...defined({ background }) };
  }
  const last = await withoutBoundThinking(draft, given, ground);
  const background = await inBackground(last, step.action === 'apply');
  return { ...decision, draft: last, ingested, ...defined({ background }) };
}

// Loaded on first use: most requests need neither module.

async function withoutRepeats(
  given: MeasuredRequest,
  ground: PrepareContext,
): Promise<{ readonly draft: MeasuredRequest; readonly count: number; readonly rereads?: number }> {
  if (!ground.call.referencesRepeatedReads) return { draft: given, count: 0 };
  const { findRepeatedReads } = await import('./repeated-reads.ts');
  const { originalId, taxonomy = (await import('@palimpsest/tool-taxonomy')).defaultToolTaxonomy } =
    ground.options;
  let rereads = 0;
  const edited = await withChanges(given, ground, (entries) => {
    const found = findRepeatedReads(entries, { from: given.seen, taxonomy, originalId });
    ({ rereads } = found);
    return found.changed;
  });
  return { ...edited, rereads };
}

async function withoutLargeResults(
  given: MeasuredRequest,
  ground: PrepareContext,
): Promise<{ readonly draft: MeasuredRequest; readonly count: number }> {
  const { ingestTokens } = ground.call;
  if (ingestTokens === undefined || given.freshTokens <= ingestTokens) {
    return { draft: given, count: 0 };
  }
  const { ingestResults } = await import('./ingest-results.ts');
  return await ingestResults(given, ingestTokens, ground);
}

async function withoutOldMedia(
  given: MeasuredRequest,
  ground: PrepareContext,
): Promise<{ readonly draft: MeasuredRequest; readonly count: number }> {
  const { maxRequestBytes: maxBytes } = ground.call;
  if (maxBytes === undefined) return { draft: given, count: 0 };
  const { pinned, originalId } = ground.options;
  const { dropOldMedia } = await import('./drop-old-media.ts');
  const isProtected = createIsProtected(pinned);
  return await withChanges(given, ground, (entries) =>
    dropOldMedia(entries, { maxBytes, isProtected, originalId }),
  );
}

async function withoutDropped(
  given: MeasuredRequest,
  ground: PrepareContext,
): Promise<{ readonly draft: MeasuredRequest; readonly count: number }> {
  const { drop } = ground.call;
  if (drop === undefined) return { draft: given, count: 0 };
  const { dropResults } = await import('@palimpsest/engine/rules');
  return await withChanges(given, ground, (entries) => dropResults(entries, drop, ground.options));
}

/** Returns the request with the entries that `change` returns by their index, and their number. */
async function withChanges(
  given: MeasuredRequest,
  ground: PrepareContext,
  change: (entries: readonly IContent[]) => ReadonlyMap<number, IContent>,
): Promise<{ readonly draft: MeasuredRequest; readonly count: number }> {
  const entries = [...given.sent, ...given.pending];
  const changed = change(entries);
  if (changed.size === 0) return { draft: given, count: 0 };
  const after = entries.map((entry, at) => changed.get(at) ?? entry);
  const sent = after.slice(0, given.sent.length);
  const pending = after.slice(given.sent.length);
  return {
    draft: await measureCandidate({ raw: sent, sent, pending }, ground),
    count: changed.size,
  };
}

async function withinLimit(
  edited: EditedCandidate,
  ground: PrepareContext,
): Promise<Pick<RequestDecision, 'draft' | 'overflow'>> {
  if (edited.draft.tokens <= ground.call.thresholds.limit) return edited;
  const { fitCandidate } = await import('./fit-candidate.ts');
  return await fitCandidate(edited, ground);
}

/** A candidate after the removal of stale content and compression. */
export type EditedCandidate = Pick<
  RequestDecision,
  'draft' | 'optimized' | 'cause' | 'compression'
>;

async function applyProposal(
  given: CandidateRequest,
  offer: EditProposal,
  ground: PrepareContext,
): Promise<EditedCandidate> {
  const edited = await withoutStale(given, offer, ground);
  if (offer.compression !== 'due' && offer.compression !== 'early') return edited;
  if (offer.by === 'background') return edited;
  const { outcome, draft } = await compressWithFollowUp(edited.draft, offer, ground);
  if (draft === undefined) return { ...edited, ...defined({ compression: outcome }) };
  return draft.tokens < edited.draft.tokens
    ? { ...edited, draft, ...defined({ compression: outcome }) }
    : { ...edited, compression: withoutGain(outcome as AppliedOutcome) };
}

/** Removes stale content. An invalid plan changes nothing. */
async function withoutStale(
  given: CandidateRequest,
  { stale, cause }: EditProposal,
  ground: PrepareContext,
): Promise<EditedCandidate> {
  if (stale === undefined) return { draft: given, optimized: 0, cause };
  let raw: CandidateRequest['raw'];
  try {
    raw = stale.apply();
  } catch (error) {
    return { draft: given, optimized: 0, cause: error };
  }
  return { draft: await withTokenCount(withHistory(given, raw), ground), optimized: stale.count };
}

/** Turns a compression that saved nothing into a no-op. */
function withoutGain(outcome: AppliedOutcome): CompressionOutcome {
  const { result, ineffective: _ineffective, ...common } = outcome;
  const noop = { kind: 'noop', reason: 'no-gain' } as const;
  return { ...common, ...noop, result: { ...noop, metadata: result.metadata } };
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
