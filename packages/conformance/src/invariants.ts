import { linearWork } from './check-growth.ts';
import type { Invariant } from './invariant.ts';
import { trialLaws } from './laws/trial-laws.ts';

/** All laws that a strategy is checked against, in the order in which they are reported. */
export const invariants: readonly Invariant[] = [
  ...trialLaws.map(({ name, guarantee }) => ({ name, guarantee })),
  linearWork,
];
