import type { IContent, NoopReason } from '@palimpsest/core-types';
import { isHumanText, isGeneratedSnapshot } from '@palimpsest/history';
import {
  MIN_COMPRESSIBLE,
  findPreservedTailStart,
  shareOf,
  type Split,
  type SplitContext,
} from '@palimpsest/snapshot';

/** Share of the oldest entries that stays where the host says nothing. */
const DEFAULT_TOP_PRESERVE_THRESHOLD = 0.2;

/** A request that has fewer tokens goes to the newest part, with everything behind it (#1650). */
const SHORT_REQUEST_TOKENS = 500;

/**
 * The middle: neither the oldest share, which a provider's cache holds, nor the newest. No call is separated from its responses, and a
 * head that was kept once is kept as long (REQ-CS-002, #3070).
 */
export async function splitMiddle(ground: SplitContext): Promise<Split | NoopReason> {
  const { index, cuts, context } = ground;
  const { history } = index;
  const { topPreserveThreshold } = context.runtimeContext.ephemerals;
  const topPreserve = shareOf(topPreserveThreshold?.(), DEFAULT_TOP_PRESERVE_THRESHOLD);
  const bottom = findPreservedTailStart(ground);
  const top = headEnd(ground, Math.ceil(history.length * topPreserve - 1e-9));
  if (top === undefined || bottom - top < MIN_COMPRESSIBLE) return 'too-few-compressible';

  const request = history.findLastIndex(isHumanText);
  if (request < top || request >= bottom) return { top, bottom };
  const tokens = await context.estimateTokens([history[request]!]);
  if (tokens >= SHORT_REQUEST_TOKENS) return { top, bottom };
  const before = cuts.atOrBefore(request);
  return before - top < MIN_COMPRESSIBLE ? 'shrunk-below-minimum' : { top, bottom: before };
}

/**
 * Where the head ends. A share of a history that was compressed is less than the share of what it was: where a snapshot of ours stands,
 * the head ended before it, and where the host names an anchor, it never ends before that.
 */
function headEnd({ index, cuts, context }: SplitContext, wanted: number): number | undefined {
  const { history } = index;
  const snapshot = history.findIndex(isGeneratedSnapshot);
  const top = cuts.atOrBefore(snapshot >= 0 ? snapshot : wanted);
  const floor = anchorEnd(history, context.cacheAnchorSeq);
  return top >= floor ? top : cuts.atOrAfter(floor);
}

/** The first index behind the anchor, found by its exact number: after a rebuild numbers do not ascend. */
function anchorEnd(history: readonly IContent[], seq: number | undefined): number {
  if (seq === undefined || seq === 0) return 0;
  return history.findIndex(({ metadata }) => metadata?.chronology?.seq === seq) + 1;
}
