import { nothing } from './policies/nothing.ts';
import { ours } from './policies/ours.ts';
import { pruneEveryTurn } from './policies/prune-every-turn.ts';
import { thresholdMasking } from './policies/threshold-masking.ts';
import type { Policy } from './policy.ts';

/** What is replayed, in the order of the tables: the baselines first, ours after them. */
export const POLICIES: readonly Policy[] = [nothing, pruneEveryTurn, thresholdMasking, ours];

/** Sends requests that do not fit, so where policies are compared that stay inside the window, it is not one of them. */
export const UNBOUNDED: string = nothing.name;

/** The one whose retention the others have to reach. */
export const REFERENCE: string = thresholdMasking.name;
