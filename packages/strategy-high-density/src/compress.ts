import {
  type CompressionContext,
  type CompressionResult,
  type DroppedCounts,
  type IContent,
  type ToolTaxonomy,
} from '@palimpsest/core-types';
import {
  applyPlan,
  conclude,
  DEFAULT_PRESERVE_THRESHOLD,
  fitToTarget,
  indexExchanges,
  isOwnNotice,
  makeDroppedNotice,
  protection,
  readDroppedNotice,
  repair,
  resolveTargetTokens,
  sacrificesByKind,
  safeCuts,
  tailBoundary,
  type Decision,
  type FitRequest,
  type HistoryPlan,
  type Protection,
} from '@palimpsest/history';
import { summarizeHead } from './summarize-head.ts';

export const NAME = 'high-density';
const NOTHING: HistoryPlan = { removals: new Set(), replacements: new Map() };

/**
 * Replaces old tool results by one line each, and gives up more, in the order of C5, only while the target is not met (REQ-HD-008). The
 * tail stays whole. No model is asked.
 */
export async function compressHighDensity(
  context: CompressionContext,
  taxonomy: ToolTaxonomy,
): Promise<CompressionResult> {
  const { history: original, estimateTokens, signal } = context;
  const { ephemerals } = context.runtimeContext;
  signal?.throwIfAborted();
  const repaired = repair(original);
  const { history, index } = repaired;
  const decide = (decision: Partial<Decision>): CompressionResult =>
    conclude({
      strategy: NAME,
      original,
      repaired,
      plan: NOTHING,
      idleReason: 'nothing-removable',
      ...decision,
    });
  if (history.length === 0) return decide({ idleReason: 'empty-history' });

  const targetTokens = resolveTargetTokens(context);
  const tokensBefore = await estimateTokens(history);
  const isWithin = tokensBefore <= targetTokens;
  const preserve = ephemerals.preserveThreshold?.() ?? DEFAULT_PRESERVE_THRESHOLD;
  const dropHumanText = ephemerals.densityKeepHumanText?.() !== true;
  const boundary = tailBoundary(history, safeCuts(index), preserve);
  const figures = {
    tokensBefore,
    targetTokens,
    obstacle: obstacle(history.length - boundary, history.length, preserve, dropHumanText),
    tail: history.length - boundary,
  };
  if (context.targetTokens !== undefined && isWithin) {
    return decide({ ...figures, idleReason: 'already-under-target' });
  }
  if (boundary <= 0) return decide({ ...figures, idleReason: 'tail-covers-all' });

  const isProtected = protection(context.pinned);
  const { plan, dropped } = summarizeHead(index, { boundary, isProtected, taxonomy });
  const lean = applyPlan(history, plan).history;
  const leanTokens = plan.replacements.size === 0 ? tokensBefore : await estimateTokens(lean);
  if (leanTokens <= targetTokens || (isWithin && leanTokens > tokensBefore)) {
    return decide({ ...figures, plan, dropped, tokensAfter: leanTokens });
  }

  const fit = await fitToTarget({
    history: lean,
    tokens: leanTokens,
    targetTokens,
    estimateTokens,
    ...whatMayGo(lean, boundary, isProtected, dropHumanText),
    ...(signal === undefined ? {} : { signal }),
  });
  // What little may go can weigh less than the notice of it: then it had better stay.
  if (fit.tokens >= leanTokens) {
    const idleReason = isEmpty(fit.plan) ? 'nothing-removable' : 'no-gain';
    return decide({ ...figures, plan, dropped, tokensAfter: leanTokens, idleReason });
  }
  const both = inSequence(plan, fit.plan);
  return decide({
    ...figures,
    plan: both,
    dropped: { ...mediaOf(dropped), ...countSummaries(history, plan, both), ...fit.dropped },
    tokensAfter: fit.tokens,
  });
}

/**
 * A notice is not human text. One of ours gives its place to a newer one; one that only looks like ours is left alone, whoever wrote it.
 */
function whatMayGo(
  history: readonly IContent[],
  boundary: number,
  isProtected: Protection,
  dropHumanText: boolean,
): Pick<FitRequest, 'sacrifices' | 'notice'> {
  const own: number[] = [];
  for (let at = 0; at < boundary; at += 1) {
    const entry = history[at]!;
    if (isOwnNotice(entry) && !isProtected(entry)) own.push(at);
  }
  const following = history.length - boundary;
  const before = own.reduce((sum, at) => sum + (readDroppedNotice(history[at]!)?.dropped ?? 0), 0);
  return {
    sacrifices: sacrificesByKind(indexExchanges(history), {
      boundary,
      isProtected: (entry) => readDroppedNotice(entry) !== undefined || isProtected(entry),
      dropHumanText,
    }),
    notice: {
      at: boundary,
      make: (count) => makeDroppedNotice(before + count, following),
      replaces: own,
    },
  };
}

/** The second plan was made for what the first leaves; the first removes nothing, so indices mean the same in both. */
function inSequence(first: HistoryPlan, second: HistoryPlan): HistoryPlan {
  const replacements = new Map([...first.replacements, ...second.replacements]);
  for (const at of second.removals) replacements.delete(at);
  return { ...second, replacements };
}

/** Of the results the first plan summarized, those that are still there after both. */
function countSummaries(
  history: readonly IContent[],
  first: HistoryPlan,
  both: HistoryPlan,
): Pick<DroppedCounts, 'toolResults'> {
  let toolResults = 0;
  for (const at of first.replacements.keys()) {
    const given = new Set(history[at]!.blocks);
    for (const block of both.replacements.get(at)?.blocks ?? []) {
      if (block.type === 'tool_response' && !given.has(block)) toolResults += 1;
    }
  }
  return toolResults > 0 ? { toolResults } : {};
}

function mediaOf({ mediaBlocks }: DroppedCounts): DroppedCounts {
  return mediaBlocks === undefined ? {} : { mediaBlocks };
}

function isEmpty({ removals, replacements }: HistoryPlan): boolean {
  return removals.size === 0 && replacements.size === 0;
}

function obstacle(tail: number, length: number, preserve: number, dropHumanText: boolean): string {
  const words = dropHumanText
    ? 'the last human entry before them'
    : 'all human text (compression.density.keepHumanText)';
  return `the newest ${tail} of ${length} entries stay whole (compression-preserve-threshold ${preserve}), and so do system and pinned entries and ${words}`;
}
