import type { Passage } from '../passage.ts';
import type { Reader } from '../reading/create-reader.ts';
import { DEFAULT_WEIGHTS, type SalienceWeights } from '../value/weights.ts';
import { appraise, type Appraisal } from './appraise.ts';
import { choose, type Choice } from './choose.ts';

export interface RankOptions {
  /** The words the passages were read with. */
  readonly reader: Reader;
  /** Where ranking ends: the sum of what the ranked units cost, in characters times `rate`. */
  readonly budget: number;
  /** How many messages the history has. @default one more than the newest passage says */
  readonly messages?: number;
  /** How much a whole line counts beside the names in it. @default `weights.lineShare.full` */
  readonly lineShare?: number;
  /** @default `DEFAULT_WEIGHTS` */
  readonly weights?: SalienceWeights;
}

/** The units worth keeping, best first: the first ones of it, however many, are a good choice for what they cost. */
export interface Ranking extends Omit<Appraisal, 'lineValues'>, Choice {}

/**
 * Ranks the units of passages by what they would bring back, each name and each line counted once: what is kept already, anywhere, is worth
 * nothing. The work grows with the text.
 */
export function rank(passages: readonly Passage[], options: RankOptions): Ranking {
  const { reader, budget, weights = DEFAULT_WEIGHTS } = options;
  const { lineShare = weights.lineShare.full } = options;
  const { vocabulary } = reader;
  const messages = options.messages ?? (passages.at(-1)?.message ?? -1) + 1;
  const appraisal = appraise(passages, { vocabulary, messages, weights, lineShare });
  const { board, statistics, topics, atomValues } = appraisal;
  return { board, statistics, topics, atomValues, ...choose(appraisal, budget) };
}
