import { resultLaws } from '@palimpsest/history';
import type { TrialLaw } from '../law.ts';

/** Laws about `compress` alone: `optimize` knows no tail and no target, and takes repeated files out of human text. */
const OF_COMPRESS = new Set(['law-3-tail', 'law-3-human-text']);

/** What every result is held to, wherever it is made. */
export const lawsOfResults: readonly TrialLaw[] = resultLaws.map((law) => ({
  name: law.name,
  promise: law.promise,
  *find({ judged, optimized }) {
    if (judged !== undefined) yield* law.find(judged);
    if (optimized?.kind !== 'answered' || OF_COMPRESS.has(law.name)) return;
    for (const [index, message] of law.find(optimized.result.judged)) {
      yield [index, `optimize: ${message}`];
    }
  },
}));
