import { type Passage, buildUnitIndex } from './unit-index.ts';
import type { TextParser } from '../reading/create-text-parser.ts';
import { countMentions } from '../value/statistics.ts';
import { topicsOf } from '../value/topics.ts';
import { termValues, lineValues, sentenceValues, type EditedLines } from '../value/values.ts';
import type { SalienceWeights } from '../value/weights.ts';
import { selectUnits, type UnitScores, type UnitSelection } from './select-units.ts';

export interface RankOptions {
  /** The parser that produced the passages. */
  readonly reader: TextParser;
  /** Maximum cost of the ranked units, in characters times `Passage.costPerCharacter`. */
  readonly budget: number;
  /** Number of messages of the history. */
  readonly messages: number;
  /** Weight of a whole line relative to its terms, at least 0. */
  readonly lineShare: number;
  /** Maximum cost of the model's prose; beyond it a sentence is worth no more than its terms. */
  readonly prose: number;
  /** Lines of files that edits changed. */
  readonly edited: EditedLines;
  readonly weights: SalienceWeights;
}

/** Units worth keeping, best first. Every prefix is a good selection for its cost. */
export interface Ranking extends Omit<UnitScores, 'lineValues' | 'sentenceValues'>, UnitSelection {}

/**
 * Ranks the units of passages by marginal gain: each term and each line counts once, and what is already kept is worth nothing. Linear in
 * the text. Yields between passages, and between some units.
 */
export function* rankInSteps(
  passages: readonly Passage[],
  { reader, budget, prose, messages, weights, lineShare, edited }: RankOptions,
): Generator<void, Ranking> {
  const { vocabulary } = reader;
  const unitIndex = yield* buildUnitIndex(passages, vocabulary, messages);
  yield;
  const statistics = countMentions(unitIndex);
  yield;
  const topics = topicsOf(unitIndex, vocabulary);
  yield;
  const ofTerms = termValues(unitIndex, vocabulary, statistics, topics, weights);
  yield;
  const ofLines = lineValues(unitIndex, statistics, weights, lineShare, edited);
  yield;
  const ofSentences = sentenceValues(unitIndex, statistics, weights);
  yield;
  const scores: UnitScores = {
    unitIndex,
    statistics,
    topics,
    termValues: ofTerms,
    lineValues: ofLines,
    sentenceValues: ofSentences,
  };
  const selection = yield* selectUnits(scores, budget, prose);
  return { unitIndex, statistics, topics, termValues: ofTerms, ...selection };
}
