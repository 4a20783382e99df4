import type { Passage } from '../passage.ts';
import { countMentions, type Statistics } from '../value/statistics.ts';
import { topicsOf } from '../value/topics.ts';
import { atomValues, lineValues, sentenceValues } from '../value/values.ts';
import type { SalienceWeights } from '../value/weights.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import { buildUnitIndex, type UnitIndex } from './unit-index.ts';

/** Content of a history, and the value of each part before the selection. */
export interface UnitScores {
  readonly board: UnitIndex;
  readonly statistics: Statistics;
  readonly topics: Float64Array;
  readonly atomValues: Float64Array;
  readonly lineValues: Float64Array;
  /** Additional value of sentences, by line. */
  readonly sentenceValues: Float64Array;
}

export function scoreUnits(
  passages: readonly Passage[],
  {
    vocabulary,
    messages,
    weights,
    lineShare,
  }: {
    readonly vocabulary: Vocabulary;
    readonly messages: number;
    readonly weights: SalienceWeights;
    readonly lineShare: number;
  },
): UnitScores {
  const board = buildUnitIndex(passages, vocabulary, messages);
  const statistics = countMentions(board);
  const topics = topicsOf(board, vocabulary);
  return {
    board,
    statistics,
    topics,
    atomValues: atomValues(board, vocabulary, { statistics, topics, weights }),
    lineValues: lineValues(board, statistics, { weights, share: lineShare }),
    sentenceValues: sentenceValues(board, statistics, weights),
  };
}
