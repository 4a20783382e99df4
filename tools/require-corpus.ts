import { hasCorpus } from '../bench/src/corpus.ts';

/** Fails the run if the corpus is required but missing; otherwise its tests would be skipped. */
export default function requireCorpus(): void {
  if (process.env['PALIMPSEST_CORPUS'] === 'required' && !hasCorpus) {
    throw new Error('PALIMPSEST_CORPUS=required, but ../shared/corpus is not beside the checkout.');
  }
}
