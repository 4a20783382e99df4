/** Random choices, equal on every machine for the same seed. */
export interface Dice {
  /** Returns a number of at least 0 and below 1. */
  readonly roll: () => number;
  /** Returns an integer from `from` to `to`, both included. */
  readonly between: (from: number, to: number) => number;
  readonly pick: <T>(list: readonly T[]) => T;
  readonly chance: (share: number) => boolean;
}

export function createDice(seed: number): Dice {
  const roll = randomNumbers(seed);
  return {
    roll,
    between: (from, to) => from + Math.floor(roll() * (to - from + 1)),
    pick: (list) => list[Math.floor(roll() * list.length)]!,
    chance: (share) => roll() < share,
  };
}

/** Returns a generator of numbers from 0 to below 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
