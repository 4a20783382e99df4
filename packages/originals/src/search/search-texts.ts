import { scanText, type Found, type Place } from './scan-text.ts';
import { createSimilarWords, type SimilarWords } from './similar-words.ts';
import { createWordAutomaton, type Pattern, type WordAutomaton } from './word-automaton.ts';

/** A text to search. */
export interface SearchedText {
  readonly text: string;
  /** Number of UTF-16 units to search, from its beginning. */
  readonly length: number;
}

/** A part of a text in which query words were found. */
export interface Passage<Text extends SearchedText> extends Place {
  readonly source: Text;
  /** Number of passages found before it. */
  readonly order: number;
}

export interface TextSearch<Text extends SearchedText> {
  /** Best first; passages with equal scores in the order of the texts. */
  readonly passages: readonly Passage<Text>[];
  readonly automaton: WordAutomaton;
  /** UTF-16 units that were read, counted once per pass. */
  readonly characters: number;
  /** Maximum number of passages held at a time. */
  readonly held: number;
}

/** Passages in which the same words were found in the same way: their scores are equal. */
interface Group<Text extends SearchedText> {
  readonly found: Readonly<Found>;
  /** The first `limit` passages, in the order of the texts. */
  readonly passages: Passage<Text>[];
  count: number;
}

/** Weights of a match at the beginning of a word and of one inside a word, relative to a whole word. */
const BEGUN = 0.75;
const INSIDE = 0.35;

/**
 * Returns the best `limit` passages of texts for at most `MAX_WORDS` words. Keeps no state between searches. Reads each text once, and a
 * second time if a missing word has similar words.
 */
export function searchTexts<Text extends SearchedText>(
  texts: readonly Text[],
  words: readonly string[],
  limit: number,
): TextSearch<Text> {
  const size = texts.reduce((sum, { length }) => sum + length, 0);
  const patterns = words.map((text, word): Pattern => ({ text, word, role: 'word' }));
  const similar = createSimilarWords(words);
  let scan = scanAll(texts, [...patterns, ...similar.halves], limit, similar);
  const similarPatterns = similar.patterns();
  const isAgain = similarPatterns.length > 0;
  if (isAgain) scan = scanAll(texts, [...patterns, ...similarPatterns], limit);
  const { groups, automaton } = scan;
  const weights = weightsOf(groups, words.length);
  const passages = groups
    .flatMap(({ found, passages: equal }) => {
      const score = scoreOf(found, weights);
      return equal.map((passage) => ({ passage, score }));
    })
    .toSorted((left, right) => right.score - left.score || left.passage.order - right.passage.order)
    .slice(0, limit)
    .map(({ passage }) => passage);
  const held = groups.reduce((sum, group) => sum + group.passages.length, 0);
  return { passages, automaton, characters: isAgain ? 2 * size : size, held };
}

function scanAll<Text extends SearchedText>(
  texts: readonly Text[],
  patterns: readonly Pattern[],
  limit: number,
  similar?: SimilarWords,
): { readonly groups: readonly Group<Text>[]; readonly automaton: WordAutomaton } {
  const automaton = createWordAutomaton(patterns);
  const groups = new Map<number, Group<Text>>();
  let order = 0;
  for (const source of texts) {
    scanText(source.text, source.length, { automaton, similar }, (found, place) => {
      // Combines three fields of 16 bits.
      const key = (found.any * 65_536 + found.begun) * 65_536 + found.whole;
      let group = groups.get(key);
      if (group === undefined) {
        group = { found: { ...found }, passages: [], count: 0 };
        groups.set(key, group);
      }
      group.count += 1;
      if (group.passages.length < limit) group.passages.push({ ...place, source, order });
      order += 1;
    });
  }
  return { groups: [...groups.values()], automaton };
}

/** Returns the weight of each word: rarer words weigh more (as in BM25). */
function weightsOf(
  groups: readonly Pick<Group<SearchedText>, 'found' | 'count'>[],
  words: number,
): readonly number[] {
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  return Array.from({ length: words }, (_, word) => {
    const having = groups.reduce(
      (sum, { found, count }) => ((found.any & (1 << word)) === 0 ? sum : sum + count),
      0,
    );
    return Math.log(1 + (total - having + 0.5) / (having + 0.5));
  });
}

function scoreOf({ any, begun, whole }: Readonly<Found>, weights: readonly number[]): number {
  return weights.reduce((sum, weight, word) => {
    const bit = 1 << word;
    if ((any & bit) === 0) return sum;
    return sum + weight * ((whole & bit) !== 0 ? 1 : (begun & bit) !== 0 ? BEGUN : INSIDE);
  }, 0);
}
