/** 0.29 × 100 is 28.999999999999996 in floating point. */
const TOLERANCE = 1e-6;

/** Returns a share of a count, rounded down: 0.29 of 100 is 29. */
export function floorShare(share: number, count: number): number {
  return Math.floor(share * count + TOLERANCE);
}

/** Returns a share of a count, rounded up: 1.1 of 1,290 is 1,419. */
export function ceilShare(share: number, count: number): number {
  return Math.ceil(share * count - TOLERANCE);
}
