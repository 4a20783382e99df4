import { hasCorpus } from '../bench/src/corpus.ts';

/** Where the corpus is required, its absence is a failure, not a skipped test. */
export default function requireCorpus(): void {
  if (process.env['PALIMPSEST_CORPUS'] === 'required' && !hasCorpus) {
    throw new Error('PALIMPSEST_CORPUS=required, but ../shared/corpus is not beside the checkout.');
  }
}
