import { characterClass, DENSE, JOINER, OTHER, WORD } from './characters.ts';
import type { Vocabulary } from './vocabulary.ts';

const BACKSLASH = 0x5c;
const SLASH = 0x2f;
const SMALL_U = 0x75;
const SHORTEST_RUN = 4;

/** A longer run is not a term. */
const LONGEST_RUN = 200;

/**
 * Returns the term ids between two indices of a text in order, repeated ones included.
 *
 * @param escaped whether the text is the inside of a JSON string, where `\n` is not a letter
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
    const unit = text.charCodeAt(at);
    const kind = characterClass(unit);
    if (kind === OTHER) {
      if (!escaped || unit !== BACKSLASH) at += 1;
      else if (isLetterEscape(text, at)) break;
      else at += escapeLength(text, at);
    } else if (kind === DENSE) {
      const next = at + 1;
      if (escaped && next < end && isLetterEscape(text, next)) break;
      if (next < end && characterClass(text.charCodeAt(next)) === DENSE) {
        emit(vocabulary.pair(text.slice(at, next + 1)));
      }
      at = next;
    } else {
      const limit = Math.min(end, at + LONGEST_RUN);
      let last = at;
      let next = at;
      for (; next < limit; next += 1) {
        const following = characterClass(text.charCodeAt(next));
        if (following === WORD) last = next + 1;
        else if (following !== JOINER) break;
      }
      if (escaped && next < limit && isLetterEscape(text, next)) break;
      // Shorter names carry no information; trailing punctuation belongs to the sentence.
      if (last - at >= SHORTEST_RUN) {
        const atoms = vocabulary.atomsOf(text, at, last);
        for (let index = 0; index < atoms.length; index += 1) emit(atoms[index]!);
      }
      at = next;
    }
  }
  if (at >= end) return;
  const rest = unescape(text.slice(at, end));
  scanAtoms(rest, 0, rest.length, vocabulary, { escaped: false, emit });
}

/** Returns whether an escape may be a letter or `/`; escapes of other characters separate words. */
function isLetterEscape(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== BACKSLASH) return false;
  const escaped = text.charCodeAt(at + 1);
  return escaped === SMALL_U || escaped === SLASH;
}

/** Returns the length of a JSON escape from its backslash on. */
export function escapeLength(text: string, at: number): number {
  return text.charCodeAt(at + 1) === SMALL_U ? 6 : 2;
}

const ESCAPE = /\\(?:u([\da-fA-F]{4})|(.))/g;

/** Unescapes a text. Control characters become blanks. */
function unescape(text: string): string {
  return text.replace(ESCAPE, (_, code: string | undefined, mark: string | undefined) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return mark === '/' ? '/' : ' ';
  });
}
