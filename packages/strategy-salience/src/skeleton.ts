import { END, START, UNIT_SIZE } from '@palimpsest/salience';
import type { Part } from './parts.ts';
import { shortMembers, targetOfCall, type CallTarget } from './target-of-call.ts';

/** What every old call keeps of its arguments. */
export interface Skeleton {
  /** Members of more characters than this go, the target becomes brief. */
  readonly longest: number;
  /** Only the target stays. */
  readonly onlyTarget: boolean;
}

/** From the one that keeps most to the one that keeps least. */
export const SKELETONS: readonly Skeleton[] = [
  { longest: 80, onlyTarget: false },
  { longest: 80, onlyTarget: true },
  { longest: 60, onlyTarget: true },
  { longest: 30, onlyTarget: true },
  { longest: 0, onlyTarget: true },
];

/** The part of a call that stays. */
export interface CallSkeleton {
  readonly target: CallTarget | undefined;
  readonly fixed: readonly number[];
  /** Characters it takes. */
  readonly length: number;
}

/** What stays of one call. */
export function skeletonOfCall(part: Part, { longest, onlyTarget }: Skeleton): CallSkeleton {
  const { reading, call } = part;
  if (reading.form !== 'json') return { target: undefined, fixed: [], length: 0 };
  const parameters: unknown = JSON.parse(reading.source);
  const isRecord = typeof parameters === 'object' && parameters !== null && !Array.isArray(parameters);
  const target = isRecord
    ? targetOfCall(parameters as Readonly<Record<string, unknown>>, call?.target, reading)
    : undefined;
  const fixed = onlyTarget ? [] : shortMembers(reading, longest);
  const unit = target?.unit;
  if (onlyTarget && unit !== undefined && lengthOf(part, unit) <= longest + (target?.key.length ?? 0) + 3) {
    fixed.push(unit);
  }
  const isShown = unit !== undefined && fixed.includes(unit);
  let length = 2;
  for (const one of fixed) length += lengthOf(part, one) + 1;
  if (!isShown && target?.brief !== undefined) length += target.brief.length + target.key.length + 6;
  return { target, fixed, length };
}

function lengthOf({ reading: { units } }: Part, unit: number): number {
  return units[unit * UNIT_SIZE + END]! - units[unit * UNIT_SIZE + START]!;
}
