import type { ContentBlock, IContent } from '@palimpsest/core-types';
import type { StrategyInput } from '@palimpsest/engine';
import { previewPlan, type EditPlan } from '@palimpsest/engine/history';

/** A plan with the tokens of the planned history. */
export interface CountedPlan {
  readonly plan: EditPlan;
  readonly tokens: number;
}

/** A result, or a whole entry, before and after its reduction. */
interface Reduction {
  readonly reduced: IContent;
  readonly full: IContent;
  /** Index of the result in its entry; `undefined` for a whole entry. */
  readonly block?: number;
}

/**
 * Restores entries while the target is still met, newest first, to use the rest of the budget. If an entry is too large, restores the
 * newest of its results that fit. Counts each once and confirms the sum by an estimate of the whole; if the estimator is not
 * additive, restores less.
 *
 * @param given replaces the entries that may be restored, and removes nothing
 * @param unreduced the history with all these entries restored
 */
export async function restoreWithinTarget(
  { history, targetTokens, estimateTokens, context, breathe }: StrategyInput,
  given: CountedPlan,
  unreduced: readonly IContent[],
): Promise<CountedPlan> {
  const newestFirst = [...given.plan.edits].toReversed().flatMap(([at, reduced]) => {
    const full = unreduced[at]!;
    return reduced === undefined || reduced === full
      ? []
      : [{ at, reductions: listReductions({ reduced, full }) }];
  });
  const costs = new Map<Reduction, number>();
  const costOf = async (reduction: Reduction): Promise<number> => {
    const { full, reduced } = reduction;
    const cost =
      costs.get(reduction) ?? (await estimateTokens([full])) - (await estimateTokens([reduced]));
    costs.set(reduction, cost);
    return cost;
  };
  let budget = targetTokens - given.tokens;
  for (let factor = 1; budget > 0; factor *= 2) {
    const edits = new Map(given.plan.edits);
    let left = budget;
    let isChanged = false;
    for (const { at, reductions } of newestFirst) {
      for (const reduction of reductions) {
        context.signal?.throwIfAborted();
        await breathe();
        const cost = await costOf(reduction);
        if (cost > left) continue;
        left -= cost;
        isChanged = true;
        const restored = restore(edits.get(at)!, unreduced[at]!, reduction);
        if (restored === history[at]) edits.delete(at);
        else edits.set(at, restored);
        if (reduction.block === undefined) break;
      }
    }
    if (!isChanged) break;
    const plan = { ...given.plan, edits };
    const tokens = await estimateTokens(previewPlan(history, plan));
    if (tokens <= targetTokens) return { plan, tokens };
    budget -= (tokens - targetTokens) * factor;
  }
  return given;
}

function restore(reduced: IContent, full: IContent, { block }: Reduction): IContent {
  if (block === undefined) return full;
  return { ...reduced, blocks: reduced.blocks.with(block, full.blocks[block]!) };
}

/**
 * Returns the reduction of an entry, then those of its results, newest first, if several were reduced. Omits these if media were removed with
 * them: it is unknown to which result they belong.
 */
function listReductions(entry: Reduction): readonly Reduction[] {
  const { reduced, full } = entry;
  if (reduced.blocks.length !== full.blocks.length) return [entry];
  const alone = (block: ContentBlock): IContent => ({ speaker: full.speaker, blocks: [block] });
  const results = full.blocks.flatMap((given, block) => {
    const left = reduced.blocks[block]!;
    return left === given ? [] : [{ reduced: alone(left), full: alone(given), block }];
  });
  return results.length > 1 ? [entry, ...results.toReversed()] : [entry];
}
