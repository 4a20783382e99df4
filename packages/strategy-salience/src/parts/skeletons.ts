import { unitLength } from '../reading/parsed-text.ts';
import type { Part } from './parts.ts';
import { shortMembers, targetOfCall, type CallTarget } from './target-of-call.ts';

/** What every old call keeps of its arguments. */
export interface Skeleton {
  /** Maximum length of a kept value with its key, in UTF-16 units. A longer target keeps a few characters. */
  readonly longest: number;
  /** Whether only the target argument stays. */
  readonly onlyTarget: boolean;
  /** Whether removed arguments keep their names, with a marker as value: models imitate the shape of their own calls. */
  readonly keepsNames: boolean;
  /** Maximum share of the budget for calls with this skeleton. */
  readonly share: number;
}

/** Sorted from the richest to the leanest. */
const SKELETONS: readonly Skeleton[] = [
  { longest: 80, onlyTarget: false, keepsNames: true, share: 0.1 },
  { longest: 80, onlyTarget: true, keepsNames: true, share: 0.1 },
  { longest: 60, onlyTarget: true, keepsNames: true, share: 0.1 },
  { longest: 30, onlyTarget: true, keepsNames: true, share: 0.1 },
  { longest: 0, onlyTarget: true, keepsNames: true, share: 0.25 },
  { longest: 0, onlyTarget: true, keepsNames: false, share: 1 },
];
export const LEANEST: Skeleton = SKELETONS.at(-1)!;

/** What one call keeps of its arguments. */
export interface CallSkeleton {
  readonly target: CallTarget | undefined;
  /** Kept units of its arguments. */
  readonly fixed: readonly number[];
  /** Its length in characters. */
  readonly length: number;
}

/** Maximum length of a member that the newest call of a plan keeps, such as the status of a task. */
const STATUS_LENGTH = 30;

export function skeletonOfCall(
  { reading, call }: Part,
  { longest, onlyTarget, keepsNames }: Skeleton,
): CallSkeleton {
  if (reading.form !== 'json') return { target: undefined, fixed: [], length: 0 };
  const target = targetOfCall(reading, call?.target);
  const unit = target?.unit;
  const fits = unit !== undefined && unitLength(reading, unit) <= longest + target!.key.length + 4;
  const ofTarget = fits ? [unit] : [];
  const fixed =
    call?.plan === 'newest'
      ? shortMembers(reading, Math.max(longest, STATUS_LENGTH))
      : onlyTarget || call?.plan === 'replaced'
        ? ofTarget
        : shortMembers(reading, longest);
  let length = keepsNames && longest === 0 ? 2 + (target?.others ?? 0) : 2;
  for (const one of fixed) length += unitLength(reading, one) + 1;
  const isBrief = target?.brief !== undefined && (unit === undefined || !fixed.includes(unit));
  return {
    target,
    fixed,
    length: isBrief ? length + target.brief.length + target.key.length + 6 : length,
  };
}

/** Returns the richest skeleton within its share of the budget, in tokens, by each entry's rate. */
export function chooseSkeleton(
  calls: readonly Part[],
  budget: number,
  rateOf: (entry: number) => number,
): Skeleton {
  const isWithinShare = (skeleton: Skeleton): boolean => {
    let cost = 0;
    for (const call of calls) cost += skeletonOfCall(call, skeleton).length * rateOf(call.entry);
    return cost <= skeleton.share * budget;
  };
  return SKELETONS.find(isWithinShare) ?? LEANEST;
}
