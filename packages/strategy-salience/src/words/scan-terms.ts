import { characterClass, DENSE, JOINER, OTHER, WORD } from './characters.ts';
import { extendHash, HASH_SEED } from './hash-index.ts';
import type { IntList } from './int-list.ts';
import type { Vocabulary } from './vocabulary.ts';

const BACKSLASH = 0x5c;
const SLASH = 0x2f;
const SMALL_U = 0x75;
const MIN_RUN_LENGTH = 4;

/** A longer run is not a term. */
const MAX_RUN_LENGTH = 200;

/** A part of a text. */
interface Scanned {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether it is the inside of a JSON string, where `\n` is not a letter. */
  readonly escaped: boolean;
}

/** Adds the term ids of a part of a text to a list, in order, repeated ones included. */
export function scanTerms(
  { text, start, end, escaped }: Scanned,
  vocabulary: Vocabulary,
  into: IntList,
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
      if (escaped && next < limit && isLetterEscape(text, next)) break;
      // Shorter names carry no information.
      if (last - at >= MIN_RUN_LENGTH) vocabulary.addTermsOfRun(text, at, last, lastHash, into);
      at = next;
    }
  }
  if (at >= end) return;
  const rest = unescape(text.slice(at, end));
  scanTerms({ text: rest, start: 0, end: rest.length, escaped: false }, vocabulary, into);
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
