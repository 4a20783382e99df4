import { formatTruncationMarker, isMarker, parseGapMarker } from '@palimpsest/core-types';
import {
  isRoutineSentence,
  paragraphSpans,
  sentenceSpans,
  splitFences,
  type Span,
} from '@palimpsest/text';

/**
 * Shares of the model's sentences that are removed, in order. A later cut includes all earlier ones. The first removes only announcements,
 * questions and courtesies.
 */
export const SENTENCE_CUTS: readonly number[] = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/** A text that the model wrote. */
export interface AgentText {
  readonly text: string;
  /** Number of entries after it. */
  readonly age: number;
}

/** Removes sentences from the texts of one history. */
export interface SentenceCutter {
  /**
   * Returns a text without its least valuable sentences, with `…` for each gap. The best one stays, and fences. A text with only announcements,
   * questions and courtesies becomes a truncation marker.
   *
   * @param share one of `SENTENCE_CUTS`
   * @returns `undefined` if nothing is removed, or if the text was not ranked
   */
  cut(text: string, share: number): string | undefined;
}

const GAP = '…';

/**
 * Weights of a logistic model of later use: those of `SalienceWeights.sentence` that do not concern user text. Chosen by measuring
 * retention (issue 28).
 */
const WEIGHTS = { bias: -5, logWords: 0.7, logRarity: 0.4, logAge: -0.5 };

/** UTF-16 units of a word with its blank. */
const WORD_LENGTH = 6;

/** Additional cost of a sentence, in UTF-16 units: a gap takes about as much. */
const COST = 6;

const NAME = /\p{N}|\p{Ll}\p{Lu}|_/u;

/** Additional rarity of a name: chosen by the share of values that stay in recorded sessions. */
const NAME_WEIGHT = 3;

interface Unit extends Span {
  /** Probability of later use per unit of length. */
  readonly value: number;
}

/**
 * Ranks the sentences of all texts: long ones with rare words and recent ones come first. Linear in their length. Markers
 * stay.
 */
export function createSentenceCutter(texts: readonly AgentText[]): SentenceCutter {
  const ages = new Map<string, number>();
  for (const { text, age } of texts) {
    if (!isMarker(text)) ages.set(text, Math.min(age, ages.get(text) ?? age));
  }
  const holders = new Map<string, number>();
  for (const text of ages.keys()) {
    for (const word of new Set(wordsOf(text.toLowerCase())))
      holders.set(word, (holders.get(word) ?? 0) + 1);
  }
  const logarithms: number[] = [];
  const rarityOf = (word: string): number => {
    const count = holders.get(word.toLowerCase()) ?? 0;
    const logarithm = (logarithms[count] ??= Math.log((ages.size + 1) / (1 + count)));
    return logarithm + 0.1 + (NAME.test(word) ? NAME_WEIGHT : 0);
  };
  const values: number[] = [];
  /** The units of each text, and the value of the best one. */
  const read = new Map<string, { readonly units: readonly Unit[]; readonly best: number }>();
  for (const [text, age] of ages) {
    // A text may repeat a sentence a hundred thousand times: its value is computed once per run.
    let last = '';
    let lastValue = 0;
    const units = readUnits(text, (sentence) => {
      if (sentence !== last) [last, lastValue] = [sentence, valueOf(sentence, age, rarityOf)];
      return lastValue;
    });
    let best = 0;
    for (const { value } of units) {
      if (value > best) best = value;
      if (value > 0 && value < STAYS) values.push(value);
    }
    read.set(text, { units, best });
  }
  const ranked = Float64Array.from(values).toSorted();
  return {
    cut(text, share) {
      const found = read.get(text);
      if (found === undefined) return undefined;
      const { units, best } = found;
      const least = Math.min(best, ranked[Math.floor(share * ranked.length)] ?? best);
      const shorter = joinUnits(text, units, least);
      return shorter.length < text.length ? shorter : undefined;
    },
  };
}

const STAYS = Number.POSITIVE_INFINITY;

function readUnits(text: string, value: (sentence: string) => number): Unit[] {
  const units: Unit[] = [];
  for (const { kind, start: from, end: to } of splitFences(text)) {
    if (kind === 'fence') {
      units.push({ start: from, end: to, value: STAYS });
      continue;
    }
    for (const paragraph of paragraphSpans(text.slice(from, to))) {
      const [start, end] = [from + paragraph.start, from + paragraph.end];
      const whole = text.slice(start, end);
      if (isMarker(whole.trim())) {
        units.push({ start, end, value: STAYS });
        continue;
      }
      // A line end ends a sentence.
      for (const sentence of sentenceSpans(whole)) {
        units.push({
          start: start + sentence.start,
          end: start + sentence.end,
          value: value(whole.slice(sentence.start, sentence.end)),
        });
      }
    }
  }
  return units;
}

function valueOf(sentence: string, age: number, rarityOf: (word: string) => number): number {
  if (parseGapMarker(sentence) !== undefined) return STAYS;
  if (sentence === GAP || isRoutineSentence(sentence)) return 0;
  let rarity = 0;
  for (const word of wordsOf(sentence)) rarity += rarityOf(word);
  const score =
    WEIGHTS.bias +
    WEIGHTS.logWords * Math.log2(1 + sentence.length / WORD_LENGTH) +
    WEIGHTS.logRarity * Math.log2(1 + rarity) +
    WEIGHTS.logAge * Math.log2(1 + age);
  return 1 / (1 + Math.exp(-score)) / (sentence.length + COST);
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** Joins the units of at least a value with the white space between them, and `…` where others were. */
function joinUnits(text: string, units: readonly Unit[], least: number): string {
  let kept = 0;
  let joined = '';
  // Neighbors are copied together: a text may have a hundred thousand units.
  let from = 0;
  let end = 0;
  let isAfterGap = false;
  for (const unit of units) {
    if (unit.value === 0 || unit.value < least) {
      isAfterGap = true;
      continue;
    }
    kept += 1;
    if (isAfterGap) {
      joined += text.slice(from, end) + gapOf(text.slice(end, unit.start));
      from = unit.start;
      isAfterGap = false;
    }
    end = unit.end;
  }
  if (kept === 0) return formatTruncationMarker(text.length);
  if (kept === units.length) return text;
  return (joined + text.slice(from, end) + gapOf(text.slice(end))).trim();
}

/** Returns what is between two units: white space as it is, `…` instead of words. */
function gapOf(between: string): string {
  const words = between.trim();
  if (words === '') return between;
  const start = between.indexOf(words);
  return between.slice(0, start) + GAP + between.slice(start + words.length);
}
