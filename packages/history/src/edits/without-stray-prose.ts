import type { IContent } from '@palimpsest/core-types';
import { turnsWithoutExchanges } from '../turns/plain-turns.ts';
import { hasTurn, turnOf, type Turn } from '../turns/roles.ts';
import type { EditPlan } from './plan.ts';

/**
 * Removes the remaining text of an assistant entry whose calls a plan removes, where only exchanges that stay separate it from an earlier
 * plain text of the assistant: no marker can stand between them, and chat templates that require alternation would reject the two (issue
 * 19). Text stays where the given turns do not alternate either. Returns the same plan if nothing is removed. Linear.
 */
export function withoutStrayProse(history: readonly IContent[], plan: EditPlan): EditPlan {
  if (![...plan.replacements.keys()].some(isLeftText)) return plan;
  const given = turnsWithoutExchanges(history);
  const next = [...given];
  for (let at = next.length - 2; at >= 0; at -= 1) next[at] ??= next[at + 1];
  const stray: number[] = [];
  let newest: Turn | undefined;
  let before: Turn | undefined;
  let isAfterText = false;
  let hasGap = false;
  for (const [index, entry] of history.entries()) {
    if (!hasTurn(entry)) continue;
    const turn = given[index];
    newest = turn ?? newest;
    if (plan.removals.has(index)) {
      hasGap = true;
      continue;
    }
    const isLeft = turn === undefined && isLeftText(index);
    // `keepTurns` marks a gap between two texts of the model, and before a text after a given turn of the user.
    if (hasGap && (newest === 'user' || (isLeft && before === 'model'))) isAfterText = false;
    if (isLeft && isAfterText && next[index] !== 'model') {
      stray.push(index);
      continue;
    }
    if (turn !== undefined || isLeft) isAfterText = turnOf(entry) === 'model';
    before = turnOf(entry);
    hasGap = false;
  }
  if (stray.length === 0) return plan;
  const removals = new Set([...plan.removals, ...stray]);
  const replacements = new Map(plan.replacements);
  const merges = new Map(plan.merges);
  for (const index of stray) {
    replacements.delete(index);
    merges.delete(index);
  }
  return { ...plan, removals, replacements, merges };

  /** Returns whether the plan leaves only text of an entry with calls. */
  function isLeftText(index: number): boolean {
    const left = plan.replacements.get(index);
    const isText = left?.speaker === 'ai' && left.blocks.every(({ type }) => type === 'text');
    return isText && history[index]!.blocks.some(({ type }) => type === 'tool_call');
  }
}
