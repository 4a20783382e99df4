import type { IContent, TokenEstimator } from '@palimpsest/core-types';

/** An estimator that counts a text as nothing would make texts free. */
const MIN_RATE = 0.001;
const PROSE_SAMPLE = 'Please review the retry policy of the worker pool before Friday. ';

/** Returns the tokens per character of prose, measured by the growth of an entry. */
export async function measureProseRate(estimateTokens: TokenEstimator): Promise<number> {
  const once = await estimateTokens([saying(PROSE_SAMPLE)]);
  const threefold = await estimateTokens([saying(PROSE_SAMPLE.repeat(3))]);
  return Math.max(MIN_RATE, (threefold - once) / (2 * PROSE_SAMPLE.length));
}

function saying(text: string): IContent {
  return { speaker: 'human', blocks: [{ type: 'text', text }] };
}
