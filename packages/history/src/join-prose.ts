import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { isHumanText } from './human-text.ts';
import type { EditPlan } from './plan.ts';
import { removedRuns } from './removed-runs.ts';

/**
 * Merges the remaining text of assistant entries whose tool exchanges a plan removes, as they would be adjacent. The first entry gets all
 * paragraphs. Returns the same plan if nothing is merged. Linear.
 */
export function joinProse(history: readonly IContent[], plan: EditPlan): EditPlan {
  const joined = new Map<number, number[]>();
  let first = -1;
  for (const { gone, beforeAt, afterAt } of removedRuns(history, plan)) {
    const isRun = afterAt - beforeAt - 1 === gone.length;
    const isOneTurn = isRun && !gone.some((index) => isHumanText(history[index]!));
    if (!isOneTurn || !isLeftProse(beforeAt) || !isLeftProse(afterAt)) continue;
    if (joined.get(first)?.at(-1) !== beforeAt) {
      first = beforeAt;
      joined.set(first, [first]);
    }
    joined.get(first)!.push(afterAt);
  }
  if (joined.size === 0) return plan;
  const removals = new Set(plan.removals);
  const replacements = new Map(plan.replacements);
  const merges = new Map(plan.merges);
  for (const [index, turns] of joined) {
    const text = turns.map((turn) => proseOf(plan.replacements.get(turn)!)).join('\n\n');
    for (const turn of turns) {
      removals.add(turn);
      replacements.delete(turn);
    }
    removals.delete(index);
    replacements.set(index, { ...plan.replacements.get(index)!, blocks: [{ type: 'text', text }] });
    merges.set(index, turns);
  }
  return { ...plan, removals, replacements, merges };

  /** Returns whether the plan leaves only text of an entry that had calls. */
  function isLeftProse(index: number): boolean {
    const left = plan.replacements.get(index);
    const isProse = left?.speaker === 'ai' && left.blocks.every(({ type }) => type === 'text');
    return isProse && history[index]!.blocks.some(isCall) && plan.merges?.has(index) !== true;
  }
}

function proseOf({ blocks }: IContent): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
}

const isCall = ({ type }: ContentBlock): boolean => type === 'tool_call';
