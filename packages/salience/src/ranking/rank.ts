import type { Passage } from '../passage.ts';
import type { TextParser } from '../reading/create-text-parser.ts';
import { SalienceOptionError } from '../salience-option-error.ts';
import { checkWeights } from '../value/check-weights.ts';
import { DEFAULT_WEIGHTS, type SalienceWeights } from '../value/weights.ts';
import { scoreUnits, type UnitScores } from './score-units.ts';
import { selectUnits, type UnitSelection } from './select-units.ts';

export interface RankOptions {
  /** The words the passages were read with. */
  readonly reader: TextParser;
  /** Where ranking ends: the sum of what the ranked units cost, in characters times `rate`; below 0 is none. */
  readonly budget: number;
  /** How many messages the history has, those of the passages among them. @default one more than the newest passage says */
  readonly messages?: number;
  /** How much a whole line counts beside the names in it; at least 0. @default `weights.lineShare.full` */
  readonly lineShare?: number;
  /** What the model's prose may cost of the budget, before a sentence is worth no more than the names in it. @default `Infinity` */
  readonly prose?: number;
  /** @default `DEFAULT_WEIGHTS` */
  readonly weights?: SalienceWeights;
}

/** The units worth keeping, best first: the first ones of it, however many, are a good choice for what they cost. */
export interface Ranking extends Omit<UnitScores, 'lineValues' | 'sentenceValues'>, UnitSelection {}

/**
 * Ranks the units of passages by what they would bring back, each name and each line counted once: what is kept already, anywhere, is worth
 * nothing. The work grows with the text.
 *
 * @throws {SalienceOptionError} for an option that is not accepted
 */
export function rank(passages: readonly Passage[], options: RankOptions): Ranking {
  const seen = (passages.at(-1)?.message ?? -1) + 1;
  const { reader, budget, prose, messages, weights, lineShare } = checked(options, seen);
  const { vocabulary } = reader;
  const appraisal = scoreUnits(passages, { vocabulary, messages, weights, lineShare });
  const { board, statistics, topics, atomValues } = appraisal;
  return { board, statistics, topics, atomValues, ...selectUnits(appraisal, { budget, prose }) };
}

function checked(
  { reader, budget, weights = DEFAULT_WEIGHTS, ...options }: RankOptions,
  seen: number,
): Required<RankOptions> {
  checkWeights(weights);
  const {
    messages = seen,
    lineShare = weights.lineShare.full,
    prose = Number.POSITIVE_INFINITY,
  } = options;
  if (typeof budget !== 'number' || Number.isNaN(budget)) {
    throw new SalienceOptionError('budget', budget, 'a number, Infinity among them');
  }
  if (!Number.isSafeInteger(messages) || messages < seen) {
    const accepted = `an integer of at least ${seen}, one more than the newest passage says`;
    throw new SalienceOptionError('messages', messages, accepted);
  }
  if (!(Number.isFinite(lineShare) && lineShare >= 0)) {
    throw new SalienceOptionError('lineShare', lineShare, 'a number of at least 0');
  }
  return { reader, budget, prose, messages, lineShare, weights };
}
