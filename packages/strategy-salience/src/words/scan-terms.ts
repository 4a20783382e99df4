import { characterClass, DENSE, JOINER, OTHER, WORD } from './characters.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Shorter names carry no information. */
const MIN_RUN_LENGTH = 4;

/** A longer run is not a term. */
const MAX_RUN_LENGTH = 200;

/** Returns the ids of the terms of a text, in order, each once. */
export function scanTerms(text: string, vocabulary: Vocabulary): readonly number[] {
  const found: number[] = [];
  for (let at = 0; at < text.length;) {
    const kind = characterClass(text.charCodeAt(at));
    if (kind === OTHER) at += 1;
    else if (kind === DENSE) {
      const next = at + 1;
      if (next < text.length && characterClass(text.charCodeAt(next)) === DENSE) {
        found.push(vocabulary.pair(text.slice(at, next + 1)));
      }
      at = next;
    } else {
      const limit = Math.min(text.length, at + MAX_RUN_LENGTH);
      let next = at;
      // Trailing punctuation belongs to the sentence.
      let last = at;
      for (; next < limit; next += 1) {
        const following = characterClass(text.charCodeAt(next));
        if (following !== WORD && following !== JOINER) break;
        if (following === WORD) last = next + 1;
      }
      if (last - at >= MIN_RUN_LENGTH) {
        for (const term of vocabulary.termsOfRun(text.slice(at, last))) found.push(term);
      }
      at = next;
    }
  }
  return found.length < 2 ? found : [...new Set(found)];
}
