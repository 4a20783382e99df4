import type { IContent, TokenEstimator } from '@palimpsest/core-types';
import { plannedHistory, type HistoryPlan } from '@palimpsest/history';

export interface GiveBackRequest {
  readonly history: readonly IContent[];
  /** Replaces what may be given back, and removes nothing. */
  readonly plan: HistoryPlan;
  /** The history as it would be with everything given back. */
  readonly fullest: readonly IContent[];
  /** Tokens of the planned history, by `estimateTokens`. */
  readonly tokens: number;
  readonly targetTokens: number;
  readonly estimateTokens: TokenEstimator;
  readonly signal: AbortSignal | undefined;
}

export interface GivenBack {
  readonly plan: HistoryPlan;
  readonly tokens: number;
}

/**
 * Gives entries back while the target is still met, newest first: room that is left over is of no use to anybody. Each is counted once;
 * the sum is confirmed by an estimate of the whole, and where an estimator does not add up, less is given back (C8).
 */
export async function giveBack(request: GiveBackRequest): Promise<GivenBack> {
  const { history, plan, fullest, targetTokens, estimateTokens, signal } = request;
  const newestFirst = [...plan.replacements].filter(([at, entry]) => entry !== fullest[at]);
  newestFirst.reverse();
  const costs: number[] = [];
  let room = targetTokens - request.tokens;
  for (let factor = 1; room > 0; factor *= 2) {
    const replacements = new Map(plan.replacements);
    let left = room;
    let isChanged = false;
    for (const [nth, [at, entry]] of newestFirst.entries()) {
      signal?.throwIfAborted();
      const full = fullest[at]!;
      costs[nth] ??= (await estimateTokens([full])) - (await estimateTokens([entry]));
      if (costs[nth] > left) continue;
      left -= costs[nth];
      isChanged = true;
      if (full === history[at]) replacements.delete(at);
      else replacements.set(at, full);
    }
    if (!isChanged) break;
    const fuller = { ...plan, replacements };
    const tokens = await estimateTokens(plannedHistory(history, fuller));
    if (tokens <= targetTokens) return { plan: fuller, tokens };
    room -= (tokens - targetTokens) * factor;
  }
  return request;
}
