import type { ContentBlock, IContent } from '@palimpsest/core-types';
import type { StrategyInput } from '@palimpsest/engine';
import { previewPlan, type EditPlan } from '@palimpsest/history';

/** A plan with the tokens of the planned history. */
export interface CountedPlan {
  readonly plan: EditPlan;
  readonly tokens: number;
}

/** An entry before and after its reduction. */
interface Reduction {
  readonly reduced: IContent;
  readonly full: IContent;
}

/**
 * Restores entries while the target is still met, newest first, to use the rest of the budget. If an entry is too large, restores the
 * newest of its results that fit. Counts each once and confirms the sum by an estimate of the whole; if the estimator is not
 * additive, restores less (C8).
 *
 * @param given replaces the entries that may be restored, and removes nothing
 * @param unreduced the history with all these entries restored
 */
export async function restoreWithinTarget(
  { history, targetTokens, estimateTokens, context }: StrategyInput,
  given: CountedPlan,
  unreduced: readonly IContent[],
): Promise<CountedPlan> {
  const { plan } = given;
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
  let budget = targetTokens - given.tokens;
  for (let factor = 1; budget > 0; factor *= 2) {
    const replacements = new Map(plan.replacements);
    let left = budget;
    let isChanged = false;
    const takes = async (reduction: Reduction): Promise<boolean> => {
      context.signal?.throwIfAborted();
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
  return given;
}

/** The reduction of one result, as if it were alone in its entry. */
interface ResultReduction extends Reduction {
  /** Index of its block in the entry. */
  readonly block: number;
}

/**
 * Returns the reductions of an entry's results, newest first, if several were reduced. Returns none if media were removed with them: it is
 * unknown to which result they belong.
 */
function resultReductions({ reduced, full }: Reduction): readonly ResultReduction[] {
  if (reduced.blocks.length !== full.blocks.length) return [];
  const alone = (block: ContentBlock): IContent => ({ speaker: full.speaker, blocks: [block] });
  const found: ResultReduction[] = [];
  for (const [block, given] of full.blocks.entries()) {
    const left = reduced.blocks[block]!;
    if (left !== given) found.push({ block, reduced: alone(left), full: alone(given) });
  }
  return found.length > 1 ? found.toReversed() : [];
}
