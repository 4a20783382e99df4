import type { AppliedOutcome, CompressionOutcome } from '../attempts/outcome.ts';
import type { ScheduleStep } from '../economics/schedule-step.ts';
import type { OverflowOutcome } from '../overflow/fit-under-limit.ts';
import { dropBoundThinking } from './bound-thinking.ts';
import { compressDraft } from './compress-draft.ts';
import { withHistory, type Draft } from './draft.ts';
import { fitDraft } from './fit-draft.ts';
import { firstDifference } from './first-difference.ts';
import type { Ground } from './ground.ts';
import { ingestResults } from './ingest-results.ts';
import { givenDraft, measured, type GivenDraft } from './measure-draft.ts';
import { offerEdits, type Offer } from './offer-edits.ts';
import { scheduleEdits } from './schedule-edits.ts';
import { isServerHeld } from './server-held.ts';

/** What is to become of a request, and how it came to that. Nothing of it has happened. */
export interface Decision {
  readonly given: GivenDraft;
  readonly draft: Draft;
  readonly isServerHeld: boolean;
  /** Results reduced before they were first sent. */
  readonly ingested: number;
  readonly offer?: Offer;
  readonly step?: ScheduleStep;
  /** Entries `optimize` touched. */
  readonly optimized: number;
  readonly compression?: CompressionOutcome;
  readonly overflow?: OverflowOutcome;
}

/** Decides about one request: what was never sent first, then what is stale, then compression, and the ladder over the limit. */
export async function decide(ground: Ground): Promise<Decision> {
  const given = await givenDraft(ground);
  if (isServerHeld(ground.request, given.sent)) {
    return { given, draft: given, isServerHeld: true, ingested: 0, optimized: 0 };
  }
  const { draft: taken, count: ingested } = await ingestResults(given, ground);
  const offer = await offerEdits(taken, ground);
  const step = scheduleEdits(taken, offer, ground);
  const edited = step.action === 'apply' ? await carryOut(taken, offer, ground) : { draft: taken };
  const { draft, overflow } = await fitDraft(edited.draft, edited.compression, ground);
  return {
    given,
    draft: await withoutBoundThinking(draft, given, ground),
    isServerHeld: false,
    ingested,
    offer,
    step,
    optimized: step.action === 'apply' ? (offer.stale?.count ?? 0) : 0,
    ...(edited.compression === undefined ? {} : { compression: edited.compression }),
    ...(overflow === undefined ? {} : { overflow }),
  };
}

interface Edited {
  readonly draft: Draft;
  readonly compression?: CompressionOutcome;
}

async function carryOut(given: Draft, offer: Offer, ground: Ground): Promise<Edited> {
  const { stale } = offer;
  const draft =
    stale === undefined ? given : await measured(withHistory(given, stale.apply()), ground);
  if (offer.compression !== 'due' && offer.compression !== 'early') return { draft };
  const { outcome, draft: compressed } = await compressDraft(draft, offer.target, ground);
  if (compressed === undefined) return { draft, compression: outcome };
  return compressed.tokens < draft.tokens
    ? { draft: compressed, compression: outcome }
    : { draft, compression: withoutGain(outcome) };
}

/** What a strategy did, where nobody is to have it. */
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
  draft: Draft,
  given: GivenDraft,
  ground: Ground,
): Promise<Draft> {
  const from = firstDifference(given.sent, draft.sent);
  if (from === undefined) return draft;
  const { boundThinking } = ground.call;
  const sent = dropBoundThinking(draft.sent, from, boundThinking);
  const pending = dropBoundThinking(draft.pending, 0, boundThinking);
  if (sent === draft.sent && pending === draft.pending) return draft;
  return await measured({ raw: sent, sent, pending }, ground);
}
