import type { CompressionContext, CompressionResult, ToolTaxonomy } from '@palimpsest/core-types';
import {
  createCheckedEstimator,
  createResultBuilder,
  DEFAULT_PRESERVE_THRESHOLD,
  fitToTarget,
  previewPlan,
  createIsProtected,
  repairHistory,
  resolveTargetTokens,
  safeCuts,
  findTailStart,
  type EditPlan,
} from '@palimpsest/history';
import { countSummarized } from './summarize-head.ts';
import { summarizeAll, summarizeToTarget } from './summarize-to-target.ts';
import { listEvictions } from './list-evictions.ts';

export const NAME = 'high-density';

/**
 * Replaces old tool results by one line each. Removes more, in the order of C5, only while the target is missed (REQ-HD-008). With an
 * explicit target, keeps the results that fit. The tail stays whole. Uses no model.
 */
export async function compressHighDensity(
  context: CompressionContext,
  taxonomy: ToolTaxonomy,
): Promise<CompressionResult> {
  const { history: original, signal } = context;
  const estimateTokens = createCheckedEstimator(context.estimateTokens);
  const { ephemerals } = context.runtimeContext;
  signal?.throwIfAborted();
  const repaired = repairHistory(original);
  const { history, index } = repaired;
  const decide = createResultBuilder({ strategy: NAME, original, repaired });
  if (history.length === 0) return decide({ noopReason: 'empty-history' });

  const targetTokens = resolveTargetTokens(context);
  const tokensBefore = await estimateTokens(history);
  const isWithin = tokensBefore <= targetTokens;
  const preserve = ephemerals.preserveThreshold?.() ?? DEFAULT_PRESERVE_THRESHOLD;
  const dropHumanText = ephemerals.densityKeepHumanText?.() !== true;
  const cuts = safeCuts(index);
  const boundary = findTailStart(history, cuts, preserve);
  const figures = {
    tokensBefore,
    targetTokens,
    shortfallReason: explainShortfall(
      history.length - boundary,
      history.length,
      preserve,
      dropHumanText,
    ),
    tail: history.length - boundary,
  };
  if (context.targetTokens !== undefined && isWithin) {
    return decide({ ...figures, noopReason: 'already-under-target' });
  }
  if (boundary <= 0) return decide({ ...figures, noopReason: 'tail-covers-all' });

  const isProtected = createIsProtected(context.pinned);
  const head = { boundary, isProtected, taxonomy };
  const given = { index, tokens: tokensBefore, targetTokens, estimateTokens, head, signal };
  // A target derived from the trigger gets a line for every result, as the requirements specify; an explicit target is filled.
  const summarized = await summarizeToTarget(given, context.targetTokens !== undefined);
  const { plan, tokens: leanTokens } = summarized;
  const dropped = countSummarized(history, plan);
  if (leanTokens > tokensBefore) {
    // One line per result takes more tokens than these short results. Lines for the longer results alone may still save tokens.
    const spared = await summarizeAll(given, true);
    if (isWithin || spared.tokens <= targetTokens) {
      return decide({
        ...figures,
        plan: spared.plan,
        dropped: countSummarized(history, spared.plan),
        tokensAfter: spared.tokens,
        noopReason: 'no-gain',
      });
    }
  }

  const lean = previewPlan(history, plan);
  const fit = await fitToTarget({
    history: lean,
    tokens: leanTokens,
    targetTokens,
    estimateTokens,
    isProtected,
    // Summaries are in the place of their results: the exchanges are the same.
    ...listEvictions({ ...index, history: lean }, { boundary, cuts, isProtected, dropHumanText }),
    ...(signal === undefined ? {} : { signal }),
  });
  // The notice can be larger than the little that may be removed: then no entry is removed.
  if (fit.tokens >= leanTokens) {
    const noopReason = isEmpty(fit.plan) ? 'nothing-removable' : 'no-gain';
    return decide({ ...figures, plan, dropped, tokensAfter: leanTokens, noopReason });
  }
  const inAll = composePlans(plan, fit.plan);
  const { toolResults } = countSummarized(history, inAll);
  const { mediaBlocks } = dropped;
  return decide({
    ...figures,
    plan: inAll,
    dropped: {
      ...(mediaBlocks === undefined ? {} : { mediaBlocks }),
      ...(toolResults === undefined ? {} : { toolResults }),
      ...fit.dropped,
    },
    tokensAfter: fit.tokens,
  });
}

/** Combines two plans. The first removes nothing, so indices mean the same in both. An entry both replaced and removed is removed. */
function composePlans(first: EditPlan, second: EditPlan): EditPlan {
  const replacements = new Map(first.replacements);
  for (const [at, entry] of second.replacements) replacements.set(at, entry);
  return { ...second, replacements };
}

function isEmpty({ removals, replacements }: EditPlan): boolean {
  return removals.size === 0 && replacements.size === 0;
}

function explainShortfall(
  tail: number,
  length: number,
  preserve: number,
  dropHumanText: boolean,
): string {
  const words = dropHumanText
    ? 'the first human entry and the last before them'
    : 'all human text (compression.density.keepHumanText)';
  return `the newest ${tail} of ${length} entries stay whole (compression-preserve-threshold ${preserve}), and so do system and pinned entries and ${words}`;
}
