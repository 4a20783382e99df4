import { escapeLength } from './escape-length.ts';
import { characterClass, DENSE, JOINER, OTHER, WORD } from './characters.ts';
import type { Vocabulary } from './vocabulary.ts';

const BACKSLASH = 0x5c;

/** The longest run that is looked at as one; what is longer is no name. */
const LONGEST_RUN = 200;

/**
 * Numbers of the atoms between two indices of a text, in order, also those that stand there again.
 *
 * @param escaped the text is the inside of a JSON string, where `\n` is no letter
 */
export function scanAtoms(
  text: string,
  start: number,
  end: number,
  vocabulary: Vocabulary,
  { escaped, emit }: { readonly escaped: boolean; readonly emit: (atom: number) => void },
): void {
  let at = start;
  while (at < end) {
    const kind = characterClass(text.charCodeAt(at));
    if (kind === OTHER) {
      at += escaped && text.charCodeAt(at) === BACKSLASH ? escapeLength(text, at) : 1;
    } else if (kind === DENSE) {
      const next = at + 1;
      if (next < end && characterClass(text.charCodeAt(next)) === DENSE) {
        emit(vocabulary.pair(text.slice(at, at + 2)));
      }
      at = next;
    } else {
      const from = at;
      const limit = Math.min(end, from + LONGEST_RUN);
      let hasWord = false;
      let last = from;
      for (; at < limit; at += 1) {
        const unit = characterClass(text.charCodeAt(at));
        if (unit === WORD) {
          hasWord = true;
          last = at + 1;
        } else if (unit !== JOINER) break;
      }
      // Names of three letters carry nothing; a mark at the end belongs to the sentence.
      if (hasWord && last - from >= 4) {
        for (const atom of vocabulary.atomsOf(text.slice(from, last))) emit(atom);
      }
    }
  }
}
