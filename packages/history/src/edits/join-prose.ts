import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { isBlank, type EntryPredicate } from '../entries/blank.ts';
import { copyPlan, type EditPlan } from './plan.ts';
import { isHumanText, isNotice } from '../entries/human-text.ts';
import { removedRuns } from '../turns/removed-runs.ts';

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
export function isTextOfCalls(
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
