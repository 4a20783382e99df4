import type { CompressionContext, NoopReason } from '@palimpsest/core-types';
import { checkedEstimate, repair, resolveTargetTokens, type Decision } from '@palimpsest/history';
import { decideSalience, type Means, type SalienceDecision } from './decide.ts';
import { obstacleOf } from './obstacle.ts';

/** What becomes of a history, before anything is made of it: why nothing happens, or what is kept. */
export type Prepared = {
  readonly repaired: Decision['repaired'];
  readonly figures: Pick<Decision, 'tokensBefore' | 'targetTokens' | 'obstacle'>;
} & (
  | { readonly idleReason: NoopReason; readonly decision?: undefined }
  | { readonly decision: SalienceDecision }
);

/** What `compress` carries out and `explain` tells. */
export async function prepare(context: CompressionContext, means: Means): Promise<Prepared> {
  const { history: original, currentTokenCount, signal } = context;
  const estimateTokens = checkedEstimate(context.estimateTokens);
  signal?.throwIfAborted();
  const targetTokens = resolveTargetTokens(context);
  // Where the host counts and nothing is due, nothing is looked at.
  if (currentTokenCount <= targetTokens && original.length > 0) {
    const figures = { targetTokens, tokensBefore: currentTokenCount };
    const repaired = { history: original, repairs: [] };
    return { repaired, figures, idleReason: 'already-under-target' };
  }
  const repaired = repair(original);
  const { history, index } = repaired;
  if (history.length === 0) return { repaired, figures: {}, idleReason: 'empty-history' };
  const tokensBefore = await estimateTokens(history);
  const figures = { tokensBefore, targetTokens };
  if (tokensBefore <= targetTokens) {
    return { repaired, figures, idleReason: 'already-under-target' };
  }
  const request = { index, tokensBefore, targetTokens, context: { ...context, estimateTokens } };
  const decision = await decideSalience(request, means);
  if (decision === undefined) {
    const obstacle = 'the newest exchange is all there is, and it stays whole';
    return { repaired, figures: { ...figures, obstacle }, idleReason: 'tail-covers-all' };
  }
  const obstacle = obstacleOf(history, decision);
  const known = { repaired, figures: { ...figures, obstacle } };
  if (decision.plan.replacements.size === 0) return { ...known, idleReason: 'nothing-removable' };
  return decision.tokensAfter < tokensBefore
    ? { ...known, decision }
    : { ...known, idleReason: 'no-gain' };
}
