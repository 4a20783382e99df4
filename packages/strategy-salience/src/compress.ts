import type { CompressionContext, CompressionResult } from '@palimpsest/core-types';
import { checkedEstimate, decider, repair, resolveTargetTokens } from '@palimpsest/history';
import { countDropped } from './count-dropped.ts';
import { decideSalience, type Means } from './decide.ts';

export const NAME = 'salience';

/** Keeps what is worth most of everything old, as much as the target has room for. No model is asked. */
export async function compressSalience(
  context: CompressionContext,
  means: Means,
): Promise<CompressionResult> {
  const { history: original, currentTokenCount, signal } = context;
  const estimateTokens = checkedEstimate(context.estimateTokens);
  signal?.throwIfAborted();
  const targetTokens = resolveTargetTokens(context);
  // Where the host counts and nothing is due, nothing is looked at.
  const isIdle = currentTokenCount <= targetTokens && original.length > 0;
  const repaired = isIdle ? { history: original, repairs: [] } : repair(original);
  const decide = decider({ strategy: NAME, original, repaired });
  if (!('index' in repaired)) {
    return decide({
      targetTokens,
      tokensBefore: currentTokenCount,
      idleReason: 'already-under-target',
    });
  }
  const { history, index } = repaired;
  if (history.length === 0) return decide({ idleReason: 'empty-history' });
  const tokensBefore = await estimateTokens(history);
  const figures = { tokensBefore, targetTokens };
  if (tokensBefore <= targetTokens) {
    return decide({ ...figures, idleReason: 'already-under-target' });
  }
  const request = { index, tokensBefore, targetTokens, context: { ...context, estimateTokens } };
  const decision = await decideSalience(request, means);
  if (decision === undefined) {
    const obstacle = 'the newest exchange is all there is, and it stays whole';
    return decide({ ...figures, obstacle, idleReason: 'tail-covers-all' });
  }
  const { plan, boundary, changes, selection, taken, tokensAfter } = decision;
  const tail = history.length - boundary;
  const obstacle = `the newest ${tail} of ${history.length} entries stay whole, and so do system and pinned entries and the newest human entry; every call keeps its name and target, and every result that failed its error`;
  if (changes.size > 0 && tokensAfter >= tokensBefore) {
    return decide({ ...figures, obstacle, idleReason: 'no-gain' });
  }
  const { ranking, draft, open } = selection;
  const isKept = (unit: number): boolean => draft.isKept(unit, taken);
  return decide({
    ...figures,
    plan,
    tail,
    tokensAfter,
    dropped: countDropped(history, { open, changes, isKept, firstUnit: ranking.board.firstUnit }),
    obstacle,
  });
}
