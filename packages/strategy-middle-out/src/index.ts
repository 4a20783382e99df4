import { ceilShare } from '@palimpsest/engine/tokens';
import type { IContent, NoopReason, StrategyPlugin } from '@palimpsest/core-types';
import { isGeneratedSnapshot, isHumanText } from '@palimpsest/engine/history';
import {
  MIN_COMPRESSIBLE,
  type Split,
  type SummaryInput,
  defineSummaryStrategy,
  findPreservedTailStart,
  shareOf,
} from '@palimpsest/summarizer/history';

/** Strategy `middle-out`: a model summarizes the middle of the history; the oldest and the newest entries stay unchanged. */
export const middleOut: StrategyPlugin = defineSummaryStrategy({
  name: 'middle-out',
  description:
    'A model summarizes the middle. The oldest and the newest messages stay, and instructions of users stay word for word.',
  split: splitMiddle,
});

/** Share of the history that the head keeps if the host sets none. */
const DEFAULT_TOP_PRESERVE_THRESHOLD = 0.2;

/** Token count below which the newest user message joins the tail, together with everything after it. */
const SHORT_REQUEST_TOKENS = 500;

/**
 * Returns the range to summarize, between the head, which the prompt cache holds, and the tail, or a no-op reason. Splits no tool exchange.
 * Ends a new head before the first plan: a head keeps its length once it was kept, so an old plan in it would stay. Only
 * the host's cache anchor extends it past a plan.
 */
async function splitMiddle(input: SummaryInput): Promise<Split | NoopReason> {
  const { index, cuts, context } = input;
  const { history } = index;
  const { topPreserveThreshold } = context.runtimeContext.ephemerals;
  const topPreserve = shareOf(topPreserveThreshold?.(), DEFAULT_TOP_PRESERVE_THRESHOLD);
  const bottom = findPreservedTailStart(input);
  const share = ceilShare(topPreserve, history.length);
  const top = headEnd(input, () => Math.min(share, firstPlan(input)));
  if (top === undefined || bottom - top < MIN_COMPRESSIBLE) return 'too-few-compressible';

  const request = history.findLastIndex(isHumanText);
  if (request < top || request >= bottom) return { top, bottom };
  const tokens = await context.estimateTokens([history[request]!]);
  if (tokens >= SHORT_REQUEST_TOKENS) return { top, bottom };
  const before = cuts.atOrBefore(request);
  return before - top < MIN_COMPRESSIBLE ? 'shrunk-below-minimum' : { top, bottom: before };
}

/**
 * Returns the end of the head. After a compression, the same share of the shorter history would be less, so the head ends before the first
 * generated snapshot. It never ends before the host's cache anchor. Returns `undefined` if no safe cut follows the anchor.
 */
function headEnd({ index, cuts, context }: SummaryInput, wanted: () => number): number | undefined {
  const { history } = index;
  const snapshot = history.findIndex(isGeneratedSnapshot);
  const top = cuts.atOrBefore(snapshot >= 0 ? snapshot : wanted());
  const floor = anchorEnd(history, context.cacheAnchorSeq);
  return top >= floor ? top : cuts.atOrAfter(floor);
}

/**
 * Returns the index of the first call that writes the agent's plan; the length of the history if there is none. A plan in the head would
 * still show tasks as open after the agent has finished them.
 */
function firstPlan({ index: { exchanges, history }, services }: SummaryInput): number {
  const first = exchanges.find(({ calls }) =>
    calls.some(
      ({ call }) => services.toolTaxonomy.describe(call.name, call.parameters).plan !== undefined,
    ),
  );
  return first?.start ?? history.length;
}

/** Returns the index after the anchor. Searches for the exact sequence number: after a rebuild, the numbers do not ascend. */
function anchorEnd(history: readonly IContent[], seq: number | undefined): number {
  if (seq === undefined || seq === 0) return 0;
  return history.findIndex(({ metadata }) => metadata?.chronology?.seq === seq) + 1;
}
