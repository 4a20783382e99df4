import { unitLength } from '@palimpsest/salience';
import type { Part } from './parts.ts';
import { shortMembers, targetOfCall, type CallTarget } from './target-of-call.ts';

/** What every old call keeps of its arguments. */
export interface Skeleton {
  /** Longest value that stays; of a longer target a few characters do. In UTF-16 units, with its key. */
  readonly longest: number;
  /** Of all arguments only the target stays. */
  readonly onlyTarget: boolean;
  /** Arguments that go leave their names, with a mark for the value: a model repeats the shape of its own calls. */
  readonly keepsNames: boolean;
  /** Share of the room that calls may take with it. */
  readonly share: number;
}

/** From the one that keeps most to the one that keeps least. */
export const SKELETONS: readonly [Skeleton, ...Skeleton[]] = [
  { longest: 80, onlyTarget: false, keepsNames: true, share: 0.1 },
  { longest: 80, onlyTarget: true, keepsNames: true, share: 0.1 },
  { longest: 60, onlyTarget: true, keepsNames: true, share: 0.1 },
  { longest: 30, onlyTarget: true, keepsNames: true, share: 0.1 },
  { longest: 0, onlyTarget: true, keepsNames: true, share: 0.25 },
  { longest: 0, onlyTarget: true, keepsNames: false, share: 1 },
];
export const LEANEST: number = SKELETONS.length - 1;

/** What stays of one call. */
export interface CallSkeleton {
  readonly target: CallTarget | undefined;
  /** Units of its arguments. */
  readonly fixed: readonly number[];
  /** Characters it takes. */
  readonly length: number;
}

/** What stays of a call's arguments. */
export function skeletonOfCall(
  { reading, call }: Part,
  { longest, onlyTarget, keepsNames }: Skeleton,
): CallSkeleton {
  if (reading.form !== 'json') return { target: undefined, fixed: [], length: 0 };
  const target = targetOfCall(reading, call?.target);
  const unit = target?.unit;
  const fits = unit !== undefined && unitLength(reading, unit) <= longest + target!.key.length + 4;
  const fixed = onlyTarget ? (fits ? [unit] : []) : shortMembers(reading, longest);
  let length = keepsNames && longest === 0 ? 2 + (target?.others ?? 0) : 2;
  for (const one of fixed) length += unitLength(reading, one) + 1;
  const isBrief = target?.brief !== undefined && (unit === undefined || !fixed.includes(unit));
  return {
    target,
    fixed,
    length: isBrief ? length + target.brief.length + target.key.length + 6 : length,
  };
}

/** The richest skeleton that takes no more than its share of the room, in tokens, counted by what a character of each entry costs. */
export function chooseSkeleton(
  calls: readonly Part[],
  { room, rateOf }: { readonly room: number; readonly rateOf: (entry: number) => number },
): number {
  for (const [level, skeleton] of SKELETONS.entries()) {
    let cost = 0;
    for (const call of calls) cost += skeletonOfCall(call, skeleton).length * rateOf(call.entry);
    if (cost <= skeleton.share * room) return level;
  }
  return LEANEST;
}
