import { contentText, type ChatMessage } from '../chat-message.ts';
import { RARE, weigh, type Rarity } from './rarity.ts';
import { isRoutine, sentencesOf } from './sentences.ts';
import { createShownLines } from './shown-lines.ts';
import { wordsOf } from './words.ts';
import { writtenInCalls } from './written-in-calls.ts';

/** A sentence of the history that the agent restates after the cut. */
export interface NarrativeProbe {
  readonly sentence: string;
  /** The later sentence that restates it. */
  readonly restatedAs: string;
  /** Stems of each earlier sentence with the same statement: one of them must be kept. */
  readonly stems: readonly ReadonlySet<string>[];
}

/** Minimum weight of a sentence: a lighter one may be restated by chance. */
const MIN_WEIGHT = 6.5;
/** Minimum shares of the weights of the restatement and of the earlier sentence that their common words have. */
const OF_LATER = 0.45;
const OF_EARLIER = 0.4;
/** Share of the restatement from which two common plain words are enough. */
const CLEAR = 0.6;
const MIN_COMMON_WORDS = 3;
/** Share of the best fit from which another earlier sentence is accepted too. */
const AS_GOOD = 0.95;
/** A restatement need not come from the history if this share of its weight was shown again after the cut. */
const SHOWN_AGAIN = 0.6;

interface Sentence {
  readonly text: string;
  /** Each stem, and whether it is a plain word. */
  readonly words: ReadonlyMap<string, boolean>;
  readonly weight: number;
}

/** Finds the sentences before `cut` that the agent restates in prose after it, without those shown again in between. */
export function findNarrativeProbes(
  messages: readonly ChatMessage[],
  cut: number,
  rarity: Rarity,
): NarrativeProbe[] {
  const earlier = [...earlierSentences(messages.slice(0, cut), rarity)];
  const earlierWith = new Map<string, number[]>();
  for (const [at, { words }] of earlier.entries()) {
    for (const stem of words.keys()) {
      const known = earlierWith.get(stem);
      if (known === undefined) earlierWith.set(stem, [at]);
      else known.push(at);
    }
  }
  const shown = createShownLines(rarity);
  const found = new Map<number, NarrativeProbe>();
  for (const message of messages.slice(cut)) {
    if (message.role === 'user' || message.role === 'tool') shown.add(contentText(message));
    if (message.role !== 'assistant') continue;
    const texts = [contentText(message), ...writtenInCalls(message)];
    for (const later of texts.flatMap((text) => weightySentences(text, rarity))) {
      const common = commonWeights(later, earlierWith, rarity);
      const best = bestOf(common, later, earlier);
      if (best === undefined || found.has(best)) continue;
      if (!isRestated(earlier[best]!, later, common.get(best)!, rarity)) continue;
      if (shown.say(new Set(later.words.keys()), SHOWN_AGAIN)) continue;
      const least = AS_GOOD * fit(best, common, later, earlier);
      const asGood = [...common.keys()].filter((at) => fit(at, common, later, earlier) >= least);
      found.set(best, {
        sentence: earlier[best]!.text,
        restatedAs: later.text,
        stems: asGood.map((at) => new Set(earlier[at]!.words.keys())),
      });
    }
    for (const text of texts) shown.add([...sentencesOf(text)].join('\n'));
  }
  return [...found.keys()].toSorted((a, b) => a - b).map((at) => found.get(at)!);
}

function* earlierSentences(messages: readonly ChatMessage[], rarity: Rarity): Generator<Sentence> {
  for (const message of messages) {
    if (message.role !== 'user' && message.role !== 'assistant') continue;
    yield* weightySentences(contentText(message), rarity);
    if (message.role === 'user') continue;
    for (const text of writtenInCalls(message)) yield* weightySentences(text, rarity);
  }
}

function weightySentences(text: string, rarity: Rarity): Sentence[] {
  const sentences: Sentence[] = [];
  for (const sentence of sentencesOf(text)) {
    if (isRoutine(sentence)) continue;
    const words = new Map(wordsOf(sentence).map(({ stem, isPlain }) => [stem, isPlain]));
    const weight = weigh(words.keys(), rarity);
    if (weight >= MIN_WEIGHT) sentences.push({ text: sentence, words, weight });
  }
  return sentences;
}

/** Returns the weight of the rare words that a sentence has in common with each earlier one. */
function commonWeights(
  { words }: Sentence,
  earlierWith: ReadonlyMap<string, readonly number[]>,
  rarity: Rarity,
): Map<number, number> {
  const common = new Map<number, number>();
  for (const stem of words.keys()) {
    const weight = rarity(stem);
    if (weight < RARE) continue;
    for (const at of earlierWith.get(stem) ?? []) common.set(at, (common.get(at) ?? 0) + weight);
  }
  return common;
}

function bestOf(
  common: ReadonlyMap<number, number>,
  later: Sentence,
  earlier: readonly Sentence[],
): number | undefined {
  let best: number | undefined;
  for (const at of common.keys()) {
    const difference =
      best === undefined ? 1 : fit(at, common, later, earlier) - fit(best, common, later, earlier);
    if (difference > 0 || (difference === 0 && at > best!)) best = at;
  }
  return best;
}

function fit(
  at: number,
  common: ReadonlyMap<number, number>,
  later: Sentence,
  earlier: readonly Sentence[],
): number {
  return common.get(at)! / Math.max(later.weight, earlier[at]!.weight);
}

function isRestated(earlier: Sentence, later: Sentence, common: number, rarity: Rarity): boolean {
  if (common / later.weight < OF_LATER || common / earlier.weight < OF_EARLIER) return false;
  const rare = [...later.words.keys()].filter(
    (stem) => earlier.words.has(stem) && rarity(stem) >= RARE,
  );
  const plain = rare.filter((stem) => later.words.get(stem) === true && earlier.words.get(stem));
  const needed = common / later.weight >= CLEAR ? 2 : MIN_COMMON_WORDS;
  return rare.length >= MIN_COMMON_WORDS && plain.length >= needed;
}
