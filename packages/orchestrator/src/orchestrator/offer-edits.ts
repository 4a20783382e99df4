import type { EditedRequest } from '../economics/price-edits.ts';
import { answersFromAfar } from './answers-from-afar.ts';
import { compressedRequest, staleRequest } from './edited-request.ts';
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
  readonly compression: 'due' | 'early' | 'stuck' | 'not-now' | 'no';
  /** Where it would end, in tokens of the whole request. */
  readonly target: number;
  /** All of it together, as far as one can know before. */
  readonly edits?: EditedRequest;
}

/** Looks for what is stale where the strategy does so continuously, and whether what is left is too much. */
export async function offerEdits(draft: GivenDraft, ground: Ground): Promise<Offer> {
  const { lines } = ground.call;
  let stale: StalePlan | undefined;
  let failure: { readonly cause?: unknown } = {};
  if (draft.tokens >= lines.optimizeFrom) {
    try {
      stale = await planStale(draft.raw, ground);
    } catch (cause) {
      failure = { cause };
    }
  }
  const left = draft.tokens - (stale?.savedTokens ?? 0);
  const wanted = compressionFor(left, ground);
  const isWanted = wanted === 'due' || wanted === 'early';
  const isTooSoon = isWanted && answersFromAfar(draft.sent, draft.pending);
  const compression = isTooSoon ? 'not-now' : wanted;
  // What comes ahead of time leaves the share of what is there that it would leave at the trigger; more would not be worth a rewrite.
  const isAhead = compression === 'early' || ground.request.force === true;
  const target = isAhead ? Math.min(lines.target, lines.targetFrom(left)) : lines.target;
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

function compressionFor(tokens: number, { call, request, state }: Ground): Offer['compression'] {
  const { lines, name } = call;
  if (request.force === true) return 'due';
  const isDue = tokens >= lines.trigger;
  // What a model never saw is not taken from it before it must be, however little that costs.
  const wasSent = state.sent !== undefined;
  const isEarly = wasSent && call.prices !== undefined && tokens >= lines.offerFrom;
  if (!isDue && !isEarly) return 'no';
  const trying = { strategy: name, target: lines.target, settings: call.given };
  if (isStuck(state, { ...trying, tokens, isDue })) return 'stuck';
  return isDue ? 'due' : 'early';
}
