import type { EditedRequest } from '../economics/price-edits.ts';
import { priceCall } from '../economics/call-cost.ts';
import type { Ground } from './ground.ts';
import type { GivenDraft } from './measure-draft.ts';
import type { StalePlan } from './optimize-stage.ts';

/** What a model's summary has, about. */
const SUMMARY_TOKENS = 2_000;

/**
 * What a compression does to a request, as far as one can know before. A strategy may begin to change a history anywhere, so all of it
 * counts as rewritten; and a model that writes a summary reads it first.
 *
 * @param left tokens of the whole request afterwards
 */
export function compressedRequest(draft: GivenDraft, left: number, ground: Ground): EditedRequest {
  const { lines, strategy, prices } = ground.call;
  const edited = editedRequest(draft, ground, { from: 0, left: left - lines.beside });
  if (!strategy.requiresLLM || prices === undefined) return edited;
  const read = { uncached: edited.suffixTokensBefore, output: SUMMARY_TOKENS };
  return { ...edited, compressionCost: priceCall(prices, read) };
}

/** What taking out the stale does. Blank entries are not sent and hardly count: an index of the whole history does for what is sent of it. */
export function staleRequest(
  draft: GivenDraft,
  { firstIndex, savedTokens }: StalePlan,
  ground: Ground,
): EditedRequest {
  const { beside } = ground.call.lines;
  const from = Math.min(firstIndex, draft.sums.length);
  const left = draft.tokens - beside - draft.sums.tokensBefore(from) - savedTokens;
  return editedRequest(draft, ground, { from, left });
}

function editedRequest(
  draft: GivenDraft,
  ground: Ground,
  { from, left }: { readonly from: number; readonly left: number },
): EditedRequest {
  const prefixTokens = ground.call.lines.beside + draft.sums.tokensBefore(from);
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
