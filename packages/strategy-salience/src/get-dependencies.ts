import type { Dependencies } from './decide.ts';

const known = new WeakMap<object, () => Dependencies>();

/** What a strategy works with, shared with who explains it and with nobody else. */
export function getDependencies(strategy: object): Dependencies | undefined {
  return known.get(strategy)?.();
}

/** Notes, once for each strategy, what it works with whenever it is asked. */
export function setDependencies(strategy: object, means: () => Dependencies): void {
  known.set(strategy, means);
}
