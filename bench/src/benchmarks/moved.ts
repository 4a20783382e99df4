import { figuresOf } from './figures.ts';
import { leavesOf, type Leaf } from './leaves.ts';

/** A figure that changed. `undefined`: not in that result. */
export interface Moved {
  readonly path: string;
  readonly was: Leaf | undefined;
  readonly is: Leaf | undefined;
}

export interface Movement {
  readonly exact: readonly Moved[];
  readonly ratios: readonly Moved[];
}

/** Maximum factor between two measurements of a ratio: machine load stays below it, lost linearity is far above it. */
const RATIO_FACTOR = 4;
/** Smaller ratios are compared as this one: the shorter time is too short for an exact measurement. */
const MIN_RATIO = 0.25;

/** Compares two results of one report. Figures must be equal, ratios within `RATIO_FACTOR`. */
export function findMovement(was: unknown, is: unknown): Movement {
  const [before, after] = [figuresOf(was), figuresOf(is)];
  return {
    exact: differences(before.exact, after.exact, (one, other) => one === other),
    ratios: differences(before.ratios, after.ratios, isNear),
  };
}

function differences(
  was: unknown,
  is: unknown,
  isSame: (one: Leaf, other: Leaf) => boolean,
): readonly Moved[] {
  const [before, after] = [leavesOf(was), leavesOf(is)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((path) => ({ path, was: before.get(path), is: after.get(path) }))
    .filter((one) => one.was === undefined || one.is === undefined || !isSame(one.was, one.is));
}

function isNear(one: Leaf, other: Leaf): boolean {
  if (one === other) return true;
  if (typeof one !== 'number' || typeof other !== 'number' || one <= 0 || other <= 0) return false;
  const [smaller, larger] = [Math.min(one, other), Math.max(one, other)];
  return larger <= RATIO_FACTOR * Math.max(smaller, MIN_RATIO);
}
