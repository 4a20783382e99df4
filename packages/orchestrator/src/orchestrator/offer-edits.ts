import type { EditedRequest } from '../economics/edit-pricing.ts';
import { boundThinkingTokens } from './bound-thinking-tokens.ts';
import type { BudgetLines } from './call-settings.ts';
import type { Ground } from './ground.ts';
import type { GivenDraft } from './measure-draft.ts';
import { planStale, type StalePlan } from './optimize-stage.ts';
import { isStuck } from './orchestrator-state.ts';

/** What could be done to a request. Nothing of it has happened. */
export interface Offer {
  readonly stale?: StalePlan;
  /** Why the stale could not be looked for. */
  readonly cause?: unknown;
  /** Whether the history may be compressed: it is `due`, or `early` where that is cheaper. */
  readonly compression: 'due' | 'early' | 'stuck' | 'no';
  /** Where it would end, in tokens of the whole request. */
  readonly target: number;
  /** All of it together, as far as one can know before. */
  readonly edits?: EditedRequest;
}

/** Looks for what is stale where the strategy does so continuously, and whether what is left is too much. */
export async function offerEdits(draft: GivenDraft, ground: Ground): Promise<Offer> {
  const { call, meter } = ground;
  const { strategy, lines, density } = call;
  let stale: StalePlan | undefined;
  let failure: { readonly cause?: unknown } = {};
  if (draft.tokens >= lines.optimizeFrom) {
    try {
      stale = await planStale(strategy, draft.raw, density, meter);
    } catch (cause) {
      failure = { cause };
    }
  }
  const left = draft.tokens - (stale?.savedTokens ?? 0);
  const compression = compressionFor(left, ground);
  const target = targetFor(left, compression, lines);
  // A strategy may begin to change a history anywhere, so all of it counts as rewritten.
  const isCompressed = compression === 'due' || compression === 'early';
  const edits = isCompressed
    ? await editedRequest(draft, ground, { from: 0, left: Math.min(left, target) - lines.beside })
    : stale && (await staleRequest(draft, stale, ground));
  return {
    ...failure,
    compression,
    target,
    ...(stale === undefined ? {} : { stale }),
    ...(edits === undefined ? {} : { edits }),
  };
}

function compressionFor(tokens: number, { call, request, state }: Ground): Offer['compression'] {
  const { lines, name } = call;
  if (request.force === true) return 'due';
  const isDue = tokens >= lines.trigger;
  const isEarly = call.prices !== undefined && tokens >= lines.offerFrom;
  if (!isDue && !isEarly) return 'no';
  if (isStuck(state, { strategy: name, target: lines.target, tokens })) return 'stuck';
  return isDue ? 'due' : 'early';
}

/** What comes early leaves the share of what is there that it would leave of what is there at the trigger; less would not be worth a rewrite. */
function targetFor(
  tokens: number,
  compression: Offer['compression'],
  { beside, target, headroom }: BudgetLines,
): number {
  return compression === 'early' ? Math.min(target, beside + headroom * (tokens - beside)) : target;
}

/** Blank entries are not sent and hardly count: an index of the whole history does for what is sent of it. */
async function staleRequest(
  draft: GivenDraft,
  { firstIndex, savedTokens }: StalePlan,
  ground: Ground,
): Promise<EditedRequest> {
  const { beside } = ground.call.lines;
  const from = Math.min(firstIndex, draft.sums.length);
  const left = draft.tokens - beside - draft.sums.tokensBefore(from) - savedTokens;
  return await editedRequest(draft, ground, { from, left });
}

async function editedRequest(
  draft: GivenDraft,
  ground: Ground,
  { from, left }: { readonly from: number; readonly left: number },
): Promise<EditedRequest> {
  const prefixTokens = ground.call.lines.beside + draft.sums.tokensBefore(from);
  const before = draft.tokens - prefixTokens;
  const after = Math.max(0, Math.min(left, before));
  const thinking = await boundThinkingTokens(draft.sent, from, ground);
  return {
    prefixTokens,
    suffixTokensBefore: before,
    suffixTokensAfter: after,
    freshTokens: Math.min(draft.freshTokens, after),
    // Of what is taken out, reasoning has its share.
    boundThinkingTokens: before === 0 ? 0 : Math.min(after, thinking * (after / before)),
  };
}
