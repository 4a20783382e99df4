import type { CompressionResult } from '@palimpsest/core-types';
import { conclude, type Decision } from './outcome.ts';

/** Concludes one compression: what is not said is an empty plan, because nothing may be removed. */
export type Decide = (decision: Partial<Decision>) => CompressionResult;

/** `conclude` for all ways that one compression can end, with what they have in common. */
export function decider(
  common: Pick<Decision, 'strategy' | 'original' | 'repaired'> & Partial<Decision>,
): Decide {
  return (decision) =>
    conclude({
      plan: { removals: new Set(), replacements: new Map() },
      idleReason: 'nothing-removable',
      ...common,
      ...decision,
    });
}
