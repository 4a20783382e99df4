import type { IContent } from '@palimpsest/core-types';
import {
  applyPlan,
  fitToTarget,
  createIsProtected,
  repairHistory,
} from '@palimpsest/engine/history';
import { safeCuts, listCandidatesByKind, findTailStart } from '@palimpsest/engine/history';

const estimateTokens = (entries: readonly IContent[]) => JSON.stringify(entries).length / 4;

/** Removes old exchanges, then old prose, until the history fits; the newest third stays unchanged. */
export async function shrink(given: readonly IContent[], targetTokens: number) {
  const { history, index } = repairHistory(given);
  const tokens = estimateTokens(history);
  const boundary = findTailStart(history, safeCuts(index), 1 / 3);
  const isProtected = createIsProtected();
  const candidates = listCandidatesByKind(index, { boundary, isProtected, dropHumanText: false });
  const fit = await fitToTarget({
    history,
    tokens,
    targetTokens,
    estimateTokens,
    candidates,
  });
  return applyPlan(history, fit.plan).history;
}
