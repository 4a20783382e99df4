import type { ContentBlock, IContent, TokenEstimator } from '@palimpsest/core-types';
import { previewPlan, type EditPlan } from '@palimpsest/history';
import { resultReductions, type Reduction } from './result-reductions.ts';

export interface GiveBackRequest {
  readonly history: readonly IContent[];
  /** Replaces the entries that may be restored, and removes nothing. */
  readonly plan: EditPlan;
  /** The history with all these entries restored. */
  readonly unreduced: readonly IContent[];
  /** Token count of the planned history, by `estimateTokens`. */
  readonly tokens: number;
  readonly targetTokens: number;
  readonly estimateTokens: TokenEstimator;
  readonly signal: AbortSignal | undefined;
}

export interface FittedPlan {
  readonly plan: EditPlan;
  readonly tokens: number;
}

/**
 * Restores entries while the target is still met, newest first, to use the rest of the budget. If an entry is too large, restores the
 * newest of its results that fit. Counts each once and confirms the sum by an estimate of the whole; if the estimator is not
 * additive, restores less (C8).
 */
export async function restoreWithinTarget(request: GiveBackRequest): Promise<FittedPlan> {
  const { history, plan, unreduced, targetTokens, estimateTokens, signal } = request;
  const newestFirst = [...plan.replacements]
    .filter(([at, entry]) => entry !== unreduced[at])
    .map(([at, reduced]) => {
      const whole = { reduced, full: unreduced[at]! };
      return { at, whole, results: resultReductions(whole) };
    });
  newestFirst.reverse();
  const costs = new Map<Reduction, number>();
  const costOf = async (reduction: Reduction): Promise<number> => {
    const { full, reduced } = reduction;
    const cost =
      costs.get(reduction) ?? (await estimateTokens([full])) - (await estimateTokens([reduced]));
    costs.set(reduction, cost);
    return cost;
  };
  let budget = targetTokens - request.tokens;
  for (let factor = 1; budget > 0; factor *= 2) {
    const replacements = new Map(plan.replacements);
    let left = budget;
    let isChanged = false;
    const takes = async (reduction: Reduction): Promise<boolean> => {
      signal?.throwIfAborted();
      const cost = await costOf(reduction);
      if (cost > left) return false;
      left -= cost;
      isChanged = true;
      return true;
    };
    for (const { at, whole, results } of newestFirst) {
      const { full, reduced } = whole;
      if (await takes(whole)) {
        if (full === history[at]) replacements.delete(at);
        else replacements.set(at, full);
        continue;
      }
      let blocks: ContentBlock[] | undefined;
      for (const result of results) {
        if (!(await takes(result))) continue;
        blocks ??= [...reduced.blocks];
        blocks[result.block] = full.blocks[result.block]!;
      }
      if (blocks !== undefined) replacements.set(at, { ...reduced, blocks });
    }
    if (!isChanged) break;
    const fuller = { ...plan, replacements };
    const tokens = await estimateTokens(previewPlan(history, fuller));
    if (tokens <= targetTokens) return { plan: fuller, tokens };
    budget -= (tokens - targetTokens) * factor;
  }
  return request;
}
