import type { Means } from './decide.ts';

const known = new WeakMap<object, () => Means>();

/** What a strategy works with, shared with who explains it and with nobody else. */
export function meansOf(strategy: object): Means | undefined {
  return known.get(strategy)?.();
}

/** Notes, once for each strategy, what it works with whenever it is asked. */
export function setMeans(strategy: object, means: () => Means): void {
  known.set(strategy, means);
}
