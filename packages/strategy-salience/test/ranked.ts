import { runAtOnce } from '@palimpsest/core-types';
import { rankInSteps, type RankOptions, type Ranking } from '../src/ranking/rank.ts';
import type { Passage } from '../src/ranking/unit-index.ts';
import { DEFAULT_WEIGHTS } from '../src/value/weights.ts';

/** Ranks passages, by default as a history without edits, without a limit for prose. */
export function rank(
  passages: readonly Passage[],
  options: Pick<RankOptions, 'reader' | 'budget'> & Partial<RankOptions>,
): Ranking {
  return runAtOnce(
    rankInSteps(passages, {
      messages: (passages.at(-1)?.message ?? -1) + 1,
      lineShare: DEFAULT_WEIGHTS.lineShare,
      prose: Number.POSITIVE_INFINITY,
      edited: { replaced: new Set(), written: new Set() },
      weights: DEFAULT_WEIGHTS,
      ...options,
    }),
  );
}
