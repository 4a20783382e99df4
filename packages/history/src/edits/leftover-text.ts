import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { type EntryPredicate, isBlank } from '../entries/blank.ts';
import { isHumanText, isNotice } from '../entries/human-text.ts';
import { plainTurnRoles, removedRuns, isTurn } from '../turns/turns.ts';
import { type EditPlan, copyPlan } from './plan.ts';

/**
 * Merges the remaining text of assistant entries whose tool exchanges a plan removes, as they would be adjacent. The first entry gets all
 * paragraphs; an assistant text right before it counts as the first. Returns the same plan if nothing is merged. Linear.
 *
 * @param isProtected entries that must stay unchanged. @default all: no text before the first entry is merged
 */
export function joinProse(
  history: readonly IContent[],
  plan: EditPlan,
  isProtected: EntryPredicate = () => true,
): EditPlan {
  const groups = new Map<number, number[]>();
  const join = (before: number, index: number): void => {
    const group = groups.get(before) ?? [before];
    groups.set(before, group);
    for (const member of groups.get(index) ?? [index]) {
      group.push(member);
      groups.set(member, group);
    }
  };
  for (const index of history.keys()) {
    if (isLeftProse(index) && isPlainText(index - 1)) join(index - 1, index);
  }
  for (const { removed, beforeAt, afterAt } of removedRuns(history, plan)) {
    const isRun = afterAt - beforeAt - 1 === removed.length;
    const isOneTurn = isRun && !removed.some((index) => isHumanText(history[index]!));
    if (isOneTurn && isLeftProse(beforeAt) && isLeftProse(afterAt)) join(beforeAt, afterAt);
  }
  if (groups.size === 0) return plan;
  const copy = copyPlan(plan);
  for (const turns of new Set(groups.values())) {
    const [index] = turns as [number];
    const text = turns.map((turn) => proseOf(entryAt(turn))).join('\n\n');
    for (const turn of turns) {
      copy.removals.add(turn);
      copy.replacements.delete(turn);
    }
    copy.removals.delete(index);
    copy.replacements.set(index, { ...entryAt(index), blocks: [{ type: 'text', text }] });
    copy.merges.set(index, turns);
  }
  return copy;

  function entryAt(index: number): IContent {
    return plan.replacements.get(index) ?? history[index]!;
  }

  /** Returns whether the plan leaves only text of an entry that had calls, and that stands for no others. */
  function isLeftProse(index: number): boolean {
    return isTextOfCalls(history, plan, index) && plan.merges?.has(index) !== true;
  }

  /** Returns whether the plan leaves only text of an assistant entry, which may get more paragraphs. */
  function isPlainText(index: number): boolean {
    const given = history[index];
    if (given === undefined || plan.removals.has(index) || plan.merges?.has(index)) return false;
    const left = entryAt(index);
    // Markers and notices are parsed as a whole.
    return isModelText(left) && !isBlank(left) && !isNotice(left) && !isProtected(given);
  }
}

/** Returns whether a plan leaves only text of an assistant entry that had calls. */
function isTextOfCalls(
  history: readonly IContent[],
  { replacements }: EditPlan,
  index: number,
): boolean {
  const left = replacements.get(index);
  return left !== undefined && isModelText(left) && history[index]!.blocks.some(isCall);
}

function isModelText({ speaker, blocks }: IContent): boolean {
  return speaker === 'ai' && blocks.every(({ type }) => type === 'text');
}

function proseOf({ blocks }: IContent): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
}

const isCall = ({ type }: ContentBlock): boolean => type === 'tool_call';

/**
 * Removes the text that is left of an assistant entry whose calls a plan removes, if a kept exchange or a system entry is between it and an
 * earlier assistant message without calls. Usually no marker fits between the two: that needs a removed entry between them, which this rule
 * does not look for. Chat templates that require alternation reject two adjacent assistant texts (issue 19). Keeps the text if the input
 * does not alternate there either.
 */
export function removeLeftoverText(history: readonly IContent[], plan: EditPlan): EditPlan {
  const isLeftText = (index: number): boolean => isTextOfCalls(history, plan, index);
  if (![...plan.replacements.keys()].some(isLeftText)) return plan;
  const given = plainTurnRoles(history);
  const next = [...given];
  for (let at = next.length - 2; at >= 0; at -= 1) next[at] ??= next[at + 1];
  const stray: number[] = [];
  let isAfterText = false;
  let isApart = false;
  for (const [index, entry] of history.entries()) {
    if (plan.removals.has(index)) continue;
    const turn = given[index];
    if (turn !== undefined) {
      isAfterText = turn === 'model';
      isApart = false;
    } else if (!isTurn(entry) || !isLeftText(index)) isApart = true;
    else if (isAfterText && isApart && next[index] !== 'model') stray.push(index);
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
