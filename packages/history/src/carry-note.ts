import { isMarker, type IContent } from '@palimpsest/core-types';
import { isHumanText } from './human-text.ts';
import { withNote } from './notes.ts';
import type { HistoryPlan } from './plan.ts';

export interface CarryRequest {
  readonly note: string;
  /** Index of the first entry that the note tells of. */
  readonly first: number;
  /** Whether the entry at an index stays the same object. */
  readonly isFixed: (index: number) => boolean;
  /** Indices of what is gone and only the note tells of, ascending. */
  readonly sources?: readonly number[];
}

/** Index of the user message that takes a note, and where in it the note belongs: behind what stands before the change, or in front of what follows. */
interface Carrier {
  readonly index: number;
  readonly place: 'start' | 'end';
}

/**
 * Puts a note into the user message nearest before what it tells of, or else nearest after it: as a message of its own it would stand next to
 * one. `undefined` where no user message may change.
 */
export function carryNote(
  history: readonly IContent[],
  plan: HistoryPlan,
  request: CarryRequest,
): HistoryPlan | undefined {
  const carrier = findCarrier(history, plan, request);
  return carrier === undefined ? undefined : putNote(history, plan, { ...request, ...carrier });
}

/** The same where the message is known. */
export function putNote(
  history: readonly IContent[],
  { replacements, merges, ...plan }: HistoryPlan,
  { note, index, place, sources = [] }: Carrier & Pick<CarryRequest, 'note' | 'sources'>,
): HistoryPlan {
  const entry = withNote(replacements.get(index) ?? history[index]!, note, place);
  const told = sources.filter((source) => source > index);
  const standsFor = [...(merges?.get(index) ?? [index]), ...told];
  const own = new Set(standsFor);
  const named = new Map(merges);
  if (own.size > 1)
    named.set(
      index,
      [...own].toSorted((a, b) => a - b),
    );
  return {
    ...plan,
    replacements: new Map(replacements).set(index, entry),
    ...(named.size === 0 ? {} : { merges: named }),
  };
}

export function findCarrier(
  history: readonly IContent[],
  { removals, replacements }: HistoryPlan,
  { first, isFixed }: Pick<CarryRequest, 'first' | 'isFixed'>,
): Carrier | undefined {
  const canCarry = (index: number): boolean => {
    if (removals.has(index) || isFixed(index)) return false;
    const entry = replacements.get(index) ?? history[index]!;
    return isHumanText(entry) && !entry.blocks.some(isPaired) && !entry.blocks.every(isMark);
  };
  for (let index = Math.min(first, history.length - 1); index >= 0; index -= 1) {
    if (canCarry(index)) return { index, place: 'end' };
  }
  for (let index = first + 1; index < history.length; index += 1) {
    if (canCarry(index)) return { index, place: 'start' };
  }
  return undefined;
}

const isPaired = ({ type }: IContent['blocks'][number]): boolean =>
  type === 'tool_call' || type === 'tool_response';
const isMark = (block: IContent['blocks'][number]): boolean =>
  block.type === 'text' && isMarker(block.text);
