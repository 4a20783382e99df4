import { characterClass, DENSE, JOINER, OTHER, WORD } from './characters.ts';
import { extendHash, HASH_SEED } from './hash-index.ts';
import type { IntList } from './int-list.ts';
import type { Vocabulary } from './vocabulary.ts';

const MIN_RUN_LENGTH = 4;

/** A longer run is not a term. */
const MAX_RUN_LENGTH = 200;

/** Adds the term ids of a part of a text to a list, in order, repeated ones included. */
export function scanTerms(
  text: string,
  start: number,
  end: number,
  vocabulary: Vocabulary,
  into: IntList,
): void {
  let at = start;
  while (at < end) {
    const kind = characterClass(text.charCodeAt(at));
    if (kind === OTHER) at += 1;
    else if (kind === DENSE) {
      const next = at + 1;
      if (next < end && characterClass(text.charCodeAt(next)) === DENSE) {
        into.push(vocabulary.pair(text.slice(at, next + 1)));
      }
      at = next;
    } else {
      const limit = Math.min(end, at + MAX_RUN_LENGTH);
      let next = at;
      let hash = HASH_SEED;
      // Trailing punctuation belongs to the sentence.
      let [last, lastHash] = [at, hash];
      for (; next < limit; next += 1) {
        const following = text.charCodeAt(next);
        const followingKind = characterClass(following);
        if (followingKind !== WORD && followingKind !== JOINER) break;
        hash = extendHash(hash, following);
        if (followingKind === WORD) [last, lastHash] = [next + 1, hash];
      }
      // Shorter names carry no information.
      if (last - at >= MIN_RUN_LENGTH) vocabulary.addTermsOfRun(text, at, last, lastHash, into);
      at = next;
    }
  }
}
