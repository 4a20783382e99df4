import { nothing } from './policies/nothing.ts';
import { ours } from './policies/ours.ts';
import { pruneEveryTurn } from './policies/prune-every-turn.ts';
import { thresholdMasking } from './policies/threshold-masking.ts';
import type { Policy } from './policy.ts';

/** The policies in the order of the tables: baselines first, ours last. */
export const POLICIES: readonly Policy[] = [nothing, pruneEveryTurn, thresholdMasking, ours];

/** Policy that sends requests over the limit: not compared with policies that stay under it. */
export const UNBOUNDED: string = nothing.name;
