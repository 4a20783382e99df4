import { gapMarker, parseGapMarker, type IContent } from '@palimpsest/core-types';
import type { HistoryPlan } from './plan.ts';
import { areSameRole } from './roles.ts';

/**
 * Makes a plan keep the rules about roles that the history keeps (`findRoleProblems`). Where two entries of the same role would come to stand
 * next to each other, or a model's turn at the beginning, a mark for what is removed stays between them: `…12`, in the role that is missing.
 * Prose that lost its calls goes into the turn of the model behind it, or goes too where that may not change. Linear.
 *
 * @param isFixed whether the entry at an index stays the same object
 */
export function settleRoles(
  history: readonly IContent[],
  plan: HistoryPlan,
  isFixed: (index: number) => boolean,
): HistoryPlan {
  if (plan.removals.size === 0) return plan;
  const removals = new Set(plan.removals);
  const replacements = new Map(plan.replacements);
  const merges = new Map(plan.merges);
  const now = (index: number): IContent => replacements.get(index) ?? history[index]!;

  function leave(gone: readonly number[], speaker: IContent['speaker']): number | undefined {
    const mark = markFor(history, gone, speaker);
    if (mark === undefined) return undefined;
    removals.delete(mark.place);
    if (mark.entry === history[mark.place]) replacements.delete(mark.place);
    else replacements.set(mark.place, mark.entry);
    if (mark.sources.length > 1) merges.set(mark.place, mark.sources);
    return mark.place;
  }

  /** Gives the prose at one index to the entry at another; `false` where that entry has to begin as it does. */
  function joinProse(from: number, into: number): boolean {
    const entry = now(into);
    // Behind a system entry it would stand where it was not said.
    const isApart = isFixed(into) || !isUnparted(history, from, into);
    if (isApart || entry.blocks.some(({ type }) => type === 'thinking')) return false;
    replacements.set(into, { ...entry, blocks: joined(now(from).blocks, entry.blocks) });
    removals.add(from);
    merges.set(into, [...(merges.get(from) ?? [from]), ...(merges.get(into) ?? [into])]);
    merges.delete(from);
    return true;
  }

  const kept: number[] = [];
  for (let index = 0; index < history.length; index += 1) {
    if (removals.has(index) || history[index]!.speaker === 'system') continue;
    for (;;) {
      const last = kept.at(-1);
      const gone: number[] = [];
      for (let at = (last ?? -1) + 1; at < index; at += 1) {
        if (history[at]?.speaker !== 'system') gone.push(at);
      }
      if (gone.length === 0) break;
      if (last === undefined) {
        const place = now(index).speaker === 'human' ? undefined : leave(gone, 'human');
        if (place === undefined) break;
        kept.push(place);
        continue;
      }
      if (!areSameRole(now(last), now(index))) break;
      const isModel = now(index).speaker === 'ai';
      if (leave(gone, isModel ? 'human' : 'ai') !== undefined) break;
      // Only results are gone between two turns of the model, of which the first is prose.
      const isHeld = now(last) === history[last] && (isFixed(last) || hasCalls(history[last]));
      if (!isModel || isHeld || !gone.some((at) => isTool(history[at]!))) break;
      kept.pop();
      if (joinProse(last, index)) break;
      removals.add(last);
      replacements.delete(last);
    }
    kept.push(index);
  }
  return { ...plan, removals, replacements, ...(merges.size === 0 ? {} : { merges }) };
}

/** Leaves a mark, in a role, for a run of removed entries; `undefined` where none of them has that role. */
export function leaveMark(
  history: readonly IContent[],
  plan: HistoryPlan,
  gone: readonly number[],
  speaker: IContent['speaker'],
): { readonly plan: HistoryPlan; readonly place: number } | undefined {
  const mark = markFor(history, gone, speaker);
  if (mark === undefined) return undefined;
  const { place, entry, sources } = mark;
  const removals = new Set(plan.removals);
  removals.delete(place);
  const replacements = new Map(plan.replacements).set(place, entry);
  const merges = new Map(plan.merges).set(place, sources);
  return { place, plan: { ...plan, removals, replacements, merges } };
}

function markFor(
  history: readonly IContent[],
  gone: readonly number[],
  speaker: IContent['speaker'],
):
  | {
      readonly place: number;
      readonly entry: IContent;
      /** Removed entries that it stands for, ascending. */
      readonly sources: readonly number[];
    }
  | undefined {
  const place = gone.find((index) => isSpokenBy(history[index]!, speaker));
  if (place === undefined) return undefined;
  const entry = createRoleMark(
    gone.map((index) => history[index]!),
    speaker,
  );
  // What is no longer than the mark stays, and so does a mark: compressing again changes nothing.
  const given = history[place]!;
  const areMarks = gone.every((index) => isMark(history[index]!));
  if (areMarks || (gone.length === 1 && isNoLonger(given, entry))) {
    return { place, entry: given, sources: [place] };
  }
  const sources = gone.filter((index) => isUnparted(history, index, place));
  return { place, entry, sources };
}

/** Whether no system entry, which stays, stands between two places. */
function isUnparted(history: readonly IContent[], one: number, other: number): boolean {
  for (let index = Math.min(one, other) + 1; index < Math.max(one, other); index += 1) {
    if (history[index]!.speaker === 'system') return false;
  }
  return true;
}

const hasCalls = ({ blocks }: IContent): boolean =>
  blocks.some(({ type }) => type === 'tool_call' || type === 'tool_response');
const isTool = ({ speaker }: IContent): boolean => speaker === 'tool';

function joined(first: IContent['blocks'], second: IContent['blocks']): IContent['blocks'] {
  const [last, next] = [first.at(-1), second[0]];
  if (last?.type !== 'text' || next?.type !== 'text') return [...first, ...second];
  const text = { ...next, text: `${last.text}\n\n${next.text}` };
  return [...first.slice(0, -1), text, ...second.slice(1)];
}

function isSpokenBy(entry: IContent, speaker: IContent['speaker']): boolean {
  // A result that a user's entry carries belongs to a call.
  const isResult = speaker === 'human' && entry.blocks.some(({ type }) => type === 'tool_response');
  return entry.speaker === speaker && !isResult;
}

/** Whether an entry is nothing but a mark for lines left out. */
function isMark({ blocks }: IContent): boolean {
  const [block] = blocks;
  return blocks.length === 1 && block?.type === 'text' && parseGapMarker(block.text) !== undefined;
}

/** Whether an entry is one text, no longer than another. */
function isNoLonger({ blocks }: IContent, other: IContent): boolean {
  const [block, mark] = [blocks[0], other.blocks[0]];
  if (blocks.length !== 1 || block?.type !== 'text' || mark?.type !== 'text') return false;
  return block.text.length <= mark.text.length;
}

/** Creates the entry that stands, in a role, for removed ones: `…12` for 12 lines of them. */
export function createRoleMark(gone: readonly IContent[], speaker: IContent['speaker']): IContent {
  let lines = 0;
  for (const entry of gone) lines += countLines(entry);
  return { speaker, blocks: [{ type: 'text', text: gapMarker(lines) }] };
}

/** Lines of an entry as a mark counts them: a call and a result are one. */
function countLines({ blocks }: IContent): number {
  let lines = 0;
  for (const block of blocks) {
    const text = block.type === 'text' ? block.text : block.type === 'code' ? block.code : '';
    lines += parseGapMarker(text) ?? text.split('\n').length;
  }
  return Math.max(1, lines);
}
