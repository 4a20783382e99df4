import { lineSpans } from '@palimpsest/engine/text';
import type { FoundWords } from './words.ts';

/** Position of a passage in a text. */
export interface Place {
  /** Index of its first UTF-16 unit; `end` is the index after its last one. */
  readonly start: number;
  readonly end: number;
  /** 1-based line in which it begins. */
  readonly offset: number;
  /** 1-based character in that line at which it begins; more than 1 only within a long line. */
  readonly column: number;
}

const MAX_LINES = 20;
const MAX_LENGTH = 2_000;

/** Calls `visit` for each passage of a text: at most 20 lines and 2,000 UTF-16 units, or a piece of a longer line that ends with a word. */
export function forEachPassage(text: string, visit: (place: Place) => void): void {
  let [start, offset, column] = [0, 1, 1];
  for (const [index, { start: lineStart, end: lineEnd }] of lineSpans(text).entries()) {
    const line = index + 1;
    const isFull = line - offset >= MAX_LINES || lineEnd - start > MAX_LENGTH || column > 1;
    if (lineStart > start && isFull) {
      visit({ start, end: lineStart, offset, column });
      [start, offset, column] = [lineStart, line, 1];
    }
    while (lineEnd - start > MAX_LENGTH) {
      const end = Math.min(endOfWord(text, start + MAX_LENGTH), lineEnd);
      visit({ start, end, offset, column });
      [start, column] = [end, end - lineStart + 1];
    }
  }
  visit({ start, end: text.length, offset, column });
}

const REST_OF_WORD = /[\p{L}\p{M}\p{N}_]{0,2000}/uy;

function endOfWord(text: string, index: number): number {
  REST_OF_WORD.lastIndex = index;
  return index + (REST_OF_WORD.exec(text)?.[0].length ?? 0);
}

/**
 * Returns the best `limit` passages the best first: those with more query words, and rarer ones. Equal ones stay in their
 * order.
 */
export function rankPassages<Passage extends { readonly found: FoundWords }>(
  passages: readonly Passage[],
  limit: number,
): Passage[] {
  const words = passages[0]?.found.strengths ?? [];
  const weights = words.map((_, word) => {
    const having = passages.filter(({ found }) => found.strengths[word]! > 0).length;
    return Math.log(1 + passages.length / Math.max(1, having));
  });
  return passages
    .map((passage) => ({
      passage,
      score: weights.reduce(
        (sum, weight, word) => sum + weight * passage.found.strengths[word]!,
        0,
      ),
    }))
    .toSorted((left, right) => right.score - left.score)
    .slice(0, limit)
    .map(({ passage }) => passage);
}
