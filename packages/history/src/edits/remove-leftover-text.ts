import type { IContent } from '@palimpsest/core-types';
import { plainTurnRoles } from '../turns/plain-turns.ts';
import { isTurn } from '../turns/roles.ts';
import { isTextOfCalls } from './join-prose.ts';
import { copyPlan, type EditPlan } from './plan.ts';

/**
 * Removes the text that is left of an assistant entry whose calls a plan removes, if a kept exchange is between it and an earlier assistant
 * message without calls. No marker fits between the two unless entries between them are removed too; the rule ignores that case and removes the text. Chat templates that require alternation reject two adjacent assistant texts (issue 19). Keeps
 * the text if the input does not alternate there either.
 */
export function removeLeftoverText(history: readonly IContent[], plan: EditPlan): EditPlan {
  const isLeftText = (index: number): boolean => isTextOfCalls(history, plan, index);
  if (![...plan.replacements.keys()].some(isLeftText)) return plan;
  const given = plainTurnRoles(history);
  const next = [...given];
  for (let at = next.length - 2; at >= 0; at -= 1) next[at] ??= next[at + 1];
  const stray: number[] = [];
  let isAfterText = false;
  let hasExchange = false;
  for (const [index, entry] of history.entries()) {
    if (!isTurn(entry) || plan.removals.has(index)) continue;
    const turn = given[index];
    if (turn !== undefined) {
      isAfterText = turn === 'model';
      hasExchange = false;
    } else if (!isLeftText(index)) hasExchange = true;
    else if (isAfterText && hasExchange && next[index] !== 'model') stray.push(index);
  }
  if (stray.length === 0) return plan;
  const copy = copyPlan(plan);
  for (const index of stray) {
    copy.removals.add(index);
    copy.replacements.delete(index);
    copy.merges.delete(index);
  }
  return copy;
}
