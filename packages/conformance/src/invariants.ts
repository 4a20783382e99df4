import { linearWork } from './check-growth.ts';
import type { Invariant } from './invariant.ts';
import { trialLaws } from './laws/trial-laws.ts';

/** Every law the kit holds a strategy to, in the order in which they are told. */
export const invariants: readonly Invariant[] = [
  ...trialLaws.map(({ name, guarantee }) => ({ name, guarantee })),
  linearWork,
];
