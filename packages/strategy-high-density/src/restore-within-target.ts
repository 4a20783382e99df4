import type { IContent } from '@palimpsest/core-types';
import type { StrategyInput } from '@palimpsest/engine';
import { previewPlan, type EditPlan } from '@palimpsest/engine/history';

/** A plan with the tokens of the planned history. */
export interface CountedPlan {
  readonly plan: EditPlan;
  readonly tokens: number;
}

/** A result that was reduced, or a whole entry, and the tokens that restoring it costs. */
interface Reduction {
  readonly at: number;
  /** Index of the result in its entry; `undefined` for the whole entry. */
  readonly block?: number;
  readonly cost: number;
}

/**
 * Restores results while the target is still met, newest first, to use the rest of the budget. Counts each once and confirms the sum by an
 * estimate of the whole; if the estimator is not additive, restores less.
 *
 * @param given replaces the entries that may be restored, and removes nothing
 * @param unreduced the history with all these entries restored
 */
export async function restoreWithinTarget(
  input: StrategyInput,
  given: CountedPlan,
  unreduced: readonly IContent[],
): Promise<CountedPlan> {
  const { history, targetTokens, estimateTokens } = input;
  const reductions = await listReductions(input, given.plan, unreduced);
  let budget = targetTokens - given.tokens;
  for (let factor = 1; budget > 0; factor *= 2) {
    const edits = new Map(given.plan.edits);
    let left = budget;
    for (const { at, block, cost } of reductions) {
      if (cost > left) continue;
      left -= cost;
      const { blocks: full } = unreduced[at]!;
      const entry = edits.get(at)!;
      const blocks = block === undefined ? full : entry.blocks.with(block, full[block]!);
      const isWhole = blocks.every((each, index) => each === history[at]!.blocks[index]);
      if (isWhole) edits.delete(at);
      else edits.set(at, { ...entry, blocks });
    }
    if (left === budget) break;
    const plan = { ...given.plan, edits };
    const tokens = await estimateTokens(previewPlan(history, plan));
    if (tokens <= targetTokens) return { plan, tokens };
    budget -= (tokens - targetTokens) * factor;
  }
  return given;
}

/** Lists what a plan reduced, newest first. If media were removed with results, it is unknown to which result they belong: lists the entry. */
async function listReductions(
  { estimateTokens, context, yieldToEventLoop }: StrategyInput,
  { edits }: EditPlan,
  unreduced: readonly IContent[],
): Promise<Reduction[]> {
  const reductions: Reduction[] = [];
  for (const [at, reduced] of [...edits].toReversed()) {
    const full = unreduced[at]!;
    if (reduced === undefined || reduced === full) continue;
    context.signal?.throwIfAborted();
    await yieldToEventLoop();
    const add = async (before: IContent, after: IContent, block?: number): Promise<void> => {
      const cost = (await estimateTokens([before])) - (await estimateTokens([after]));
      reductions.push({ at, cost, ...(block !== undefined && { block }) });
    };
    if (reduced.blocks.length !== full.blocks.length) {
      await add(full, reduced);
      continue;
    }
    for (const [block, given] of [...full.blocks.entries()].toReversed()) {
      const left = reduced.blocks[block]!;
      if (given !== left)
        await add({ ...full, blocks: [given] }, { ...full, blocks: [left] }, block);
    }
  }
  return reductions;
}
