import { scanText, type Passage } from './scan-text.ts';
import { createSimilarFinder, mayBeMisspelt } from './similar-words.ts';
import { createWordMatcher, type Pattern, type WordMatcher } from './word-matcher.ts';

/** A text that is searched. */
export interface SearchedText {
  readonly text: string;
  /** How much of it is searched, in UTF-16 units from its beginning. */
  readonly length: number;
}

/** A passage that was found. */
export interface FoundPassage<Text extends SearchedText> extends Passage {
  readonly source: Text;
}

export interface TextSearch<Text extends SearchedText> {
  /** The best first; of equal ones those that come first. */
  readonly passages: readonly FoundPassage<Text>[];
  readonly matcher: WordMatcher;
  /** Characters that were looked at, each as often as it was. */
  readonly characters: number;
  /** Most passages that were held at a time. */
  readonly held: number;
}

/** Passages in which the same words were found in the same way: of equal worth. */
interface Group<Text extends SearchedText> {
  readonly passages: FoundPassage<Text>[];
  count: number;
}

/** What a word counts that begins like a word of the passage, or stands within one, compared with the word itself. */
const BEGUN = 0.75;
const INSIDE = 0.35;

/**
 * Returns the best `limit` passages of texts for up to `MAX_WORDS` words. Keeps nothing between searches. Reads each text once, and up to two
 * more times where a word occurs nowhere and may be mistyped.
 */
export function searchTexts<Text extends SearchedText>(
  texts: readonly Text[],
  words: readonly string[],
  limit: number,
): TextSearch<Text> {
  const size = texts.reduce((sum, { length }) => sum + length, 0);
  const patterns: Pattern[] = words.map((text, word) => ({ text, word }));
  let scan = scanAll(texts, patterns, limit);
  let characters = size;
  const missing = words.filter((_, word) => scan.found[word] === 0);
  const similar = new Map(mayBeMisspelt(missing).map((word) => [word, new Set<string>()]));
  if (similar.size > 0) {
    const collectSimilar = createSimilarFinder(similar);
    for (const { text, length } of texts) collectSimilar(text, length);
    characters += size;
    for (const [word, known] of similar) {
      for (const text of known) patterns.push({ text, word: words.indexOf(word) });
    }
    if (patterns.length > words.length) {
      scan = scanAll(texts, patterns, limit);
      characters += size;
    }
  }
  const { groups, found, total, held, matcher } = scan;
  // The rarer a word, the more it says (as in BM25).
  const weights = found.map((count) => Math.log(1 + (total - count + 0.5) / (count + 0.5)));
  const scored = groups
    .map(({ passages }) => ({ passages, score: scoreOf(passages[0]!, weights) }))
    .flatMap(({ passages, score }) => passages.map((passage) => ({ passage, score })));
  const order = new Map(texts.map((text, index) => [text, index]));
  const best = scored.toSorted(
    ({ passage: left, score: most }, { passage: right, score }) =>
      score - most ||
      order.get(left.source)! - order.get(right.source)! ||
      left.start - right.start,
  );
  const passages = best.slice(0, limit).map(({ passage }) => passage);
  return { passages, matcher, characters, held };
}

interface Scan<Text extends SearchedText> {
  readonly groups: readonly Group<Text>[];
  /** In how many passages each word stands. */
  readonly found: readonly number[];
  /** Passages with any of the words. */
  readonly total: number;
  readonly held: number;
  readonly matcher: WordMatcher;
}

function scanAll<Text extends SearchedText>(
  texts: readonly Text[],
  patterns: readonly Pattern[],
  limit: number,
): Scan<Text> {
  const matcher = createWordMatcher(patterns);
  const groups = new Map<string, Group<Text>>();
  let [total, held] = [0, 0];
  for (const source of texts) {
    scanText(source.text, source.length, matcher, (passage) => {
      const { any, begun, whole } = passage;
      total += 1;
      const key = `${any},${begun},${whole}`;
      let group = groups.get(key);
      if (group === undefined) groups.set(key, (group = { passages: [], count: 0 }));
      group.count += 1;
      if (group.passages.length === limit) return;
      group.passages.push({ ...passage, source });
      held += 1;
    });
  }
  const found = Array.from({ length: Math.max(...patterns.map(({ word }) => word)) + 1 }, () => 0);
  for (const { passages, count } of groups.values()) {
    for (const word of found.keys()) {
      if ((passages[0]!.any & (1 << word)) !== 0) found[word]! += count;
    }
  }
  return { groups: [...groups.values()], found, total, held, matcher };
}

function scoreOf({ any, begun, whole }: Passage, weights: readonly number[]): number {
  return weights.reduce((sum, weight, word) => {
    const bit = 1 << word;
    if ((any & bit) === 0) return sum;
    return sum + weight * ((whole & bit) !== 0 ? 1 : (begun & bit) !== 0 ? BEGUN : INSIDE);
  }, 0);
}
