import { runAtOnce, OptionError } from '@palimpsest/core-types';
import { type Passage, buildUnitIndex } from './unit-index.ts';
import type { TextParser } from '../reading/create-text-parser.ts';
import { countMentions } from '../value/statistics.ts';
import { topicsOf } from '../value/topics.ts';
import { termValues, lineValues, sentenceValues, type EditedLines } from '../value/values.ts';
import { checkWeights, DEFAULT_WEIGHTS, type SalienceWeights } from '../value/weights.ts';
import { selectUnits, type UnitScores, type UnitSelection } from './select-units.ts';

export interface RankOptions {
  /** The parser that produced the passages. */
  readonly reader: TextParser;
  /** Maximum cost of the ranked units, in characters times `costPerCharacter`. A value below 0 counts as 0. */
  readonly budget: number;
  /** Number of messages of the history. @default one more than the newest passage's */
  readonly messages?: number;
  /** Weight of a whole line relative to its terms, at least 0. @default `weights.lineShare.full` */
  readonly lineShare?: number;
  /** Maximum cost of the model's prose; beyond it a sentence is worth no more than its terms. @default `Infinity` */
  readonly prose?: number;
  /** Lines of files that edits changed. @default none */
  readonly edited?: EditedLines | undefined;
  /** @default `DEFAULT_WEIGHTS` */
  readonly weights?: SalienceWeights;
}

const NO_LINES: EditedLines = { replaced: new Set(), written: new Set() };

/** Units worth keeping, best first. Every prefix is a good selection for its cost. */
export interface Ranking extends Omit<UnitScores, 'lineValues' | 'sentenceValues'>, UnitSelection {}

/**
 * Ranks the units of passages by marginal gain: each term and each line counts once, and what is already kept is worth nothing. Linear in
 * the text.
 *
 * @throws {OptionError} when an option is invalid
 */
export function rank(passages: readonly Passage[], options: RankOptions): Ranking {
  return runAtOnce(rankInSteps(passages, options));
}

/** Does what `rank` does. Yields between passages, and between some units. */
export function* rankInSteps(
  passages: readonly Passage[],
  options: RankOptions,
): Generator<void, Ranking> {
  const seen = (passages.at(-1)?.message ?? -1) + 1;
  const { reader, budget, prose, messages, weights, lineShare, edited } = checked(options, seen);
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

function checked(
  { reader, budget, weights = DEFAULT_WEIGHTS, ...options }: RankOptions,
  seen: number,
): Required<RankOptions> & { readonly edited: EditedLines } {
  checkWeights(weights);
  const {
    messages = seen,
    lineShare = weights.lineShare.full,
    prose = Number.POSITIVE_INFINITY,
    edited = NO_LINES,
  } = options;
  if (typeof budget !== 'number' || Number.isNaN(budget)) {
    throw new OptionError('budget', budget, 'a number, or Infinity');
  }
  if (!Number.isSafeInteger(messages) || messages < seen) {
    const expected = `an integer of at least ${seen}, one more than the index of the newest passage`;
    throw new OptionError('messages', messages, expected);
  }
  if (!(Number.isFinite(lineShare) && lineShare >= 0)) {
    throw new OptionError('lineShare', lineShare, 'a number of at least 0');
  }
  return { reader, budget, prose, messages, lineShare, edited, weights };
}
