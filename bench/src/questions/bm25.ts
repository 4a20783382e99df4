/** How often a word counts in a text, and how much a text's length counts against it: the usual values. */
const K1 = 1.2;
const B = 0.75;

/** Texts as lists of words, ready to be searched. */
export interface SearchIndex {
  /** The texts that hold a word of the question, the best first, of equal ones the earlier. */
  search(question: readonly string[]): Found[];
}

interface Found {
  /** Index of the text. */
  readonly at: number;
  readonly score: number;
}

/** Okapi BM25 over texts, with an inverse frequency that is never below 0. */
export function createSearchIndex(texts: readonly (readonly string[])[]): SearchIndex {
  const postings = new Map<string, Map<number, number>>();
  for (const [at, words] of texts.entries()) {
    for (const word of words) {
      const counts = postings.get(word) ?? new Map<number, number>();
      postings.set(word, counts.set(at, (counts.get(at) ?? 0) + 1));
    }
  }
  const meanLength = texts.reduce((sum, { length }) => sum + length, 0) / texts.length;
  return {
    search(question) {
      const scores = new Map<number, number>();
      for (const word of new Set(question)) {
        const counts = postings.get(word) ?? new Map<number, number>();
        const rarity = Math.log(1 + (texts.length - counts.size + 0.5) / (counts.size + 0.5));
        for (const [at, count] of counts) {
          const length = 1 - B + (B * texts[at]!.length) / meanLength;
          const weight = (count * (K1 + 1)) / (count + K1 * length);
          scores.set(at, (scores.get(at) ?? 0) + rarity * weight);
        }
      }
      return [...scores]
        .map(([at, score]) => ({ at, score }))
        .toSorted((one, other) => other.score - one.score || one.at - other.at);
    },
  };
}
