import { createStrategy } from '@palimpsest/engine';
import type { IContent } from '@palimpsest/core-types';
import { openai } from '@palimpsest/formats/openai';
import { topDownTruncation } from '@palimpsest/strategy-top-down-truncation';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import { median } from './measure.ts';
import { makeTranscript } from '../transcript.ts';

export interface TruncationRow {
  readonly messages: number;
  readonly seedLoopMs: number;
  readonly oursMs: number;
  readonly ratio: number;
  readonly seedEntriesEstimated: number;
  readonly oursEntriesEstimated: number;
}

/** Compares `top-down-truncation` with the seed's loop: time, and entries passed to the estimator. */
export async function compareTruncation(messages: number): Promise<TruncationRow> {
  const history = openai.decode(JSON.parse(makeTranscript(messages, 1)) as never[]);
  const targetTokens = Math.floor(estimateEntryTokens(history) / 3);
  let estimated = 0;
  const estimateTokens = (entries: readonly IContent[]): number => {
    estimated += entries.length;
    return estimateEntryTokens(entries);
  };
  const strategy = createStrategy(topDownTruncation);
  const seedLoopMs = await median(3, () => {
    estimated = 0;
    const start = performance.now();
    truncateLikeTheSeed(history, targetTokens, estimateTokens);
    return performance.now() - start;
  });
  const seedEntriesEstimated = estimated;
  const oursMs = await median(3, async () => {
    estimated = 0;
    const start = performance.now();
    await strategy.compress({
      history,
      estimateTokens,
      targetTokens,
      currentTokenCount: Number.MAX_SAFE_INTEGER,
      runtimeContext: { ephemerals: {} },
    });
    return performance.now() - start;
  });
  return {
    messages,
    seedLoopMs,
    oursMs,
    ratio: seedLoopMs / oursMs,
    seedEntriesEstimated,
    oursEntriesEstimated: estimated,
  };
}

/** Removes the oldest entry and estimates the rest until it fits: the loop of the seed's `truncateToTarget`. */
function truncateLikeTheSeed(
  history: readonly IContent[],
  targetTokens: number,
  estimateTokens: (entries: readonly IContent[]) => number,
): readonly IContent[] {
  const result = [...history];
  while (result.length > 2 && estimateTokens(result) > targetTokens) result.shift();
  return result;
}
