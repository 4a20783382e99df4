import type { DensityResult } from '@palimpsest/core-types';
import type { TrialLaw } from '../invariant.ts';

/** Laws about repeated calls. Those of `compress` apply only without a model. */
export const lawsOfRepetition: readonly TrialLaw[] = [
  {
    name: 'law-6-deterministic',
    guarantee: 'Without a model the same call has the same result.',
    *find({ compressed, repeated, optimized }) {
      if (repeated !== undefined && JSON.stringify(compressed) !== JSON.stringify(repeated)) {
        yield [-1, 'two runs differ'];
      }
      if (optimized?.kind !== 'answered') return;
      const { plan, repeated: planned } = optimized.result;
      if (textOf(plan) !== textOf(planned)) yield [-1, 'optimize: two runs differ'];
    },
  },
  {
    name: 'law-6-idempotent',
    guarantee: 'Compressing the output again, with the same absolute target, changes nothing.',
    *find({ again, optimized }) {
      if (again?.kind === 'answered' && again.result.kind === 'applied') {
        yield [-1, 'compressing the output again changes it'];
      }
      if (optimized?.kind !== 'answered') return;
      const { removals, replacements } = optimized.result.again;
      if (removals.length > 0 || replacements.size > 0) {
        yield [-1, 'optimize: running it again changes the history'];
      }
    },
  },
];

function textOf({ removals, replacements }: DensityResult): string {
  return JSON.stringify([removals, [...replacements]]);
}
