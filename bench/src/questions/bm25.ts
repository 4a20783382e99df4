/** Saturation of term frequency, and strength of length normalization: the usual values. */
const K1 = 1.2;
const B = 0.75;

/** Texts as lists of words, indexed for search. */
export interface SearchIndex {
  /** Returns the texts that contain a word of the question, best first; of equal scores the earlier text first. */
  search(question: readonly string[]): Found[];
}

interface Found {
  /** Index of the text. */
  readonly at: number;
  readonly score: number;
}

/** Creates an Okapi BM25 index whose inverse document frequency is never negative. */
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
