import { RESULT, type UnitIndex } from '../ranking/unit-index.ts';
import { ROUTINE, SENTENCE, unitLength } from '../reading/parsed-text.ts';
import { TERM_KINDS, KIND } from '../words/term-kind.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import { termFeatures, lineFeatures, type Statistics } from './statistics.ts';
import { TERM_FEATURES, LINE_FEATURES, type TermWeights, type SalienceWeights } from './weights.ts';

/** characters of a word with its blank. */
const WORD_LENGTH = 6;

/** Beyond this share of the history, a term counts as far. */
const FAR = 0.7;

/** Returns the value of each term: the probability of later use, raised if nothing else would bring it back. */
export function termValues(
  unitIndex: UnitIndex,
  vocabulary: Vocabulary,
  { terms: mentions }: Statistics,
  topics: Float64Array,
  weights: SalienceWeights,
): Float64Array {
  const { plain, boosts } = weights;
  const named = flatten(weights.named);
  const shown = flatten(weights.shown);
  const values = new Float64Array(unitIndex.termNames.length);
  const features = new Float64Array(TERM_FEATURES.length);
  for (const [term, name] of unitIndex.termNames.entries()) {
    const last = mentions.last[term]!;
    if (last < 0) continue;
    const kind = vocabulary.kind(name);
    if (kind === KIND.plain) {
      values[term] = plain;
      continue;
    }
    const isShown = mentions.roles[term] === RESULT;
    termFeatures(features, term, unitIndex, vocabulary, mentions, topics);
    const { column, kinds } = isShown ? shown : named;
    let value = chance(kinds[kind]! + product(column, features));
    if (last < FAR * unitIndex.messages) value *= boosts.far;
    if (isShown) value *= boosts.shown;
    values[term] = value;
  }
  return values;
}

/** Returns the value of each line as a sentence of prose; 0 for other lines. Depends on length, rarity of words, age and speaker. */
export function sentenceValues(
  unitIndex: UnitIndex,
  { lines, terms }: Statistics,
  { sentence, boosts }: SalienceWeights,
): Float64Array {
  const { messages, passages } = unitIndex;
  const values = new Float64Array(unitIndex.lineNames.length);
  const firstRequest = passages.find(({ role }) => role === 'user')?.message;
  for (let unit = 0; unit < unitIndex.units; unit += 1) {
    if ((unitIndex.shapeOf[unit]! & SENTENCE) === 0) continue;
    const line = unitIndex.lineOf[unit]!;
    if (line < 0 || values[line]! > 0) continue;
    const passage = unitIndex.passageOf[unit]!;
    const { parsed, role, message } = passages[passage]!;
    const isUser = role === 'user';
    if (role === 'result' || role === 'system') continue;
    if (!isUser && (unitIndex.shapeOf[unit]! & ROUTINE) !== 0) continue;
    let rarity = 0;
    const end = unitIndex.termsFrom[unit + 1]!;
    for (let at = unitIndex.termsFrom[unit]!; at < end; at += 1) {
      rarity += Math.log((messages + 1) / (1 + terms.messages[unitIndex.terms[at]!]!)) + 0.1;
    }
    const words = unitLength(parsed, unit - unitIndex.firstUnit[passage]!) / WORD_LENGTH;
    let score = sentence.bias + sentence.logWords * Math.log2(1 + words);
    score += sentence.logRarity * Math.log2(1 + rarity);
    score += sentence.logAge * Math.log2(1 + messages - lines.last[line]!);
    if (isUser) score += sentence.inUserText;
    if (message === firstRequest) score += sentence.inFirstRequest;
    values[line] = boosts.sentence * chance(score);
  }
  return values;
}

/** Lines of files that edits changed, by vocabulary ids. */
export interface EditedLines {
  /** Out of date: as whole lines they have no value. */
  readonly replaced: ReadonlySet<number>;
  /** The new state: worth `boosts.written` times as much. */
  readonly written: ReadonlySet<number>;
}

/** Returns the value of each whole line, beyond that of its terms. */
export function lineValues(
  unitIndex: UnitIndex,
  { lines: mentions }: Statistics,
  weights: SalienceWeights,
  share: number,
  { replaced, written }: EditedLines,
): Float64Array {
  const { boosts } = weights;
  const column = LINE_FEATURES.map((feature) => weights.line[feature]);
  const values = new Float64Array(unitIndex.lineNames.length);
  const features = new Float64Array(LINE_FEATURES.length);
  for (let line = 0; line < values.length; line += 1) {
    const name = unitIndex.lineNames[line]!;
    if (mentions.last[line]! < 0 || replaced.has(name)) continue;
    lineFeatures(features, line, mentions, unitIndex.messages);
    let value = share * chance(product(column, features));
    if (written.has(name)) value *= boosts.written;
    values[line] = mentions.inTask[line] === 1 ? value * boosts.taskLine : value;
  }
  return values;
}

function flatten(weights: TermWeights): { column: readonly number[]; kinds: readonly number[] } {
  return {
    column: TERM_FEATURES.map((feature) => weights[feature]),
    kinds: TERM_KINDS.map((kind) => (kind === 'plain' ? 0 : weights.kinds[kind])),
  };
}

function product(column: readonly number[], features: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < column.length; index += 1) sum += column[index]! * features[index]!;
  return sum;
}

function chance(score: number): number {
  return 1 / (1 + Math.exp(-score));
}
