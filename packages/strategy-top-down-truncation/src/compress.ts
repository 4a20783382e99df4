import type { CompressionContext, CompressionResult } from '@palimpsest/core-types';
import {
  createCheckedEstimator,
  createResultBuilder,
  fitToTarget,
  createIsProtected,
  repairHistory,
  resolveTargetTokens,
  listCandidatesByAge,
  safeCuts,
} from '@palimpsest/history';

export const NAME = 'top-down-truncation';

/** Minimum number of newest entries that stay (REQ-CS-003.5). */
const MIN_KEPT = 2;

/**
 * Removes the oldest exchanges and entries until the history fits (REQ-CS-003). The remaining entries keep their order and content; nothing is
 * added. Calls no model.
 */
export async function compressTopDown(context: CompressionContext): Promise<CompressionResult> {
  const { history: original, currentTokenCount, pinned, signal } = context;
  const estimateTokens = createCheckedEstimator(context.estimateTokens);
  signal?.throwIfAborted();
  const repaired = repairHistory(original);
  const { history, index } = repaired;
  const decide = createResultBuilder({ strategy: NAME, original, repaired });
  if (history.length === 0) return decide({ noopReason: 'empty-history' });

  const targetTokens = resolveTargetTokens(context);
  const tokensBefore = await estimateTokens(history);
  const figures = { tokensBefore, targetTokens };
  if (Math.min(tokensBefore, currentTokenCount) <= targetTokens) {
    return decide({ ...figures, noopReason: 'already-under-target' });
  }
  const boundary = safeCuts(index).atOrBefore(history.length - MIN_KEPT);
  const shortfallReason = `the newest ${history.length - Math.max(0, boundary)} entries, system and pinned entries and the newest human entry stay`;
  if (boundary <= 0) return decide({ ...figures, shortfallReason, noopReason: 'tail-covers-all' });

  const isProtected = createIsProtected(pinned);
  const fit = await fitToTarget({
    history,
    tokens: tokensBefore,
    targetTokens,
    estimateTokens,
    candidates: listCandidatesByAge(index, { boundary, isProtected }),
    isProtected,
    ...(signal === undefined ? {} : { signal }),
  });
  return decide({
    ...figures,
    shortfallReason,
    plan: fit.plan,
    tail: history.length - boundary,
    tokensAfter: fit.tokens,
    dropped: fit.dropped,
  });
}
