import type { Dependencies } from './decide.ts';

const known = new WeakMap<object, () => Dependencies>();

/** Returns the dependencies of a strategy, for its explanation only. */
export function getDependencies(strategy: object): Dependencies | undefined {
  return known.get(strategy)?.();
}

/** Registers the dependencies of a strategy. */
export function setDependencies(strategy: object, means: () => Dependencies): void {
  known.set(strategy, means);
}
