import type { EditedRequest } from '../economics/price-edits.ts';
import { hasDelayedResult } from './request-phase.ts';
import type { PrepareContext } from './prepare-context.ts';
import type { MeasuredRequest } from './candidate-request.ts';
import { planStale, type StalePlan } from './optimize-stage.ts';
import { isKnownIneffective } from './orchestrator-state.ts';
import { priceCall } from '../economics/call-cost.ts';

/** What could be done to a request. Nothing of it has happened. */
export interface EditProposal {
  readonly stale?: StalePlan;
  /** Why the stale could not be looked for. */
  readonly cause?: unknown;
  /** Whether the history may be compressed: it is `due`, or `early` where that is cheaper. */
  readonly compression: 'due' | 'early' | 'stuck' | 'not-now' | 'no';
  /** Where it would end, in tokens of the whole request. */
  readonly target: number;
  /** All of it together, as far as one can know before. */
  readonly edits?: EditedRequest;
}

/** Looks for what is stale where the strategy does so continuously, and whether what is left is too much. */
export async function proposeEdits(
  draft: MeasuredRequest,
  ground: PrepareContext,
): Promise<EditProposal> {
  const { thresholds } = ground.call;
  let stale: StalePlan | undefined;
  let failure: { readonly cause?: unknown } = {};
  if (draft.tokens >= thresholds.optimizeFrom) {
    try {
      stale = await planStale(draft.raw, ground);
    } catch (cause) {
      failure = { cause };
    }
  }
  const left = draft.tokens - (stale?.savedTokens ?? 0);
  const wanted = compressionFor(left, ground);
  const isWanted = wanted === 'due' || wanted === 'early';
  const isTooSoon = isWanted && hasDelayedResult(draft.sent, draft.pending);
  const compression = isTooSoon ? 'not-now' : wanted;
  // What comes ahead of time leaves the share of what is there that it would leave at the trigger; more would not be worth a rewrite.
  const isAhead = compression === 'early' || ground.request.force === true;
  const target = isAhead
    ? Math.min(thresholds.target, thresholds.targetFrom(left))
    : thresholds.target;
  const isCompressed = compression === 'due' || compression === 'early';
  const edits = isCompressed
    ? compressedRequest(draft, Math.min(left, target), ground)
    : stale && staleRequest(draft, stale, ground);
  return {
    ...failure,
    compression,
    target,
    ...(stale === undefined ? {} : { stale }),
    ...(edits === undefined ? {} : { edits }),
  };
}

function compressionFor(
  tokens: number,
  { call, request, state }: PrepareContext,
): EditProposal['compression'] {
  const { thresholds, name } = call;
  if (request.force === true) return 'due';
  const isDue = tokens >= thresholds.trigger;
  // What a model never saw is not taken from it before it must be, however little that costs.
  const wasSent = state.sent !== undefined;
  const isEarly = wasSent && call.prices !== undefined && tokens >= thresholds.offerFrom;
  if (!isDue && !isEarly) return 'no';
  const trying = { strategy: name, target: thresholds.target, settings: call.explicit };
  if (isKnownIneffective(state, { ...trying, tokens, isDue })) return 'stuck';
  return isDue ? 'due' : 'early';
}

/** What a model's summary has, about. */
const SUMMARY_TOKENS = 2_000;

/**
 * What a compression does to a request, as far as one can know before. A strategy may begin to change a history anywhere, so all of it
 * counts as rewritten; and a model that writes a summary reads it first.
 *
 * @param left tokens of the whole request afterwards
 */
function compressedRequest(
  draft: MeasuredRequest,
  left: number,
  ground: PrepareContext,
): EditedRequest {
  const { thresholds, strategy, prices } = ground.call;
  const edited = editedRequest(draft, ground, { from: 0, left: left - thresholds.overhead });
  if (!strategy.requiresLLM || prices === undefined) return edited;
  const read = { uncached: edited.suffixTokensBefore, output: SUMMARY_TOKENS };
  return { ...edited, compressionCost: priceCall(prices, read) };
}

/** What taking out the stale does. Blank entries are not sent and hardly count: an index of the whole history does for what is sent of it. */
function staleRequest(
  draft: MeasuredRequest,
  { firstIndex, savedTokens }: StalePlan,
  ground: PrepareContext,
): EditedRequest {
  const { overhead } = ground.call.thresholds;
  const from = Math.min(firstIndex, draft.sums.length);
  const left = draft.tokens - overhead - draft.sums.tokensBefore(from) - savedTokens;
  return editedRequest(draft, ground, { from, left });
}

function editedRequest(
  draft: MeasuredRequest,
  ground: PrepareContext,
  { from, left }: { readonly from: number; readonly left: number },
): EditedRequest {
  const prefixTokens = ground.call.thresholds.overhead + draft.sums.tokensBefore(from);
  const before = draft.tokens - prefixTokens;
  const after = Math.max(0, Math.min(left, before));
  const thinking = draft.thinking.tokensFrom(from);
  return {
    prefixTokens,
    suffixTokensBefore: before,
    suffixTokensAfter: after,
    freshTokens: Math.min(draft.freshTokens, after),
    // Of what is taken out, reasoning has its share.
    boundThinkingTokens: before === 0 ? 0 : Math.min(after, thinking * (after / before)),
  };
}
