import { CLASS, DASH, DIGIT, LOWER, UNDERSCORE, UPPER } from './character-class.ts';

/** Bounds of the prefix length, and minimum length of the secret part, in UTF-16 units (seed, `api_key`). */
const MIN_PREFIX = 2;
const MAX_PREFIX = 15;
const MIN_SECRET = 20;

/** Minimum length of a random piece between `-` and `_`, and minimum number of changes between lower case, capitals and digits in it. */
const MIN_PIECE = 16;
const MIN_TURNS = 4;

/**
 * Returns whether a token of no known family looks like a key: a short name, `-` or `_`, and at least 20 characters with a
 * random-looking piece of digits and letters. A name of hexadecimal digits only is the first group of a UUID, and pieces of hexadecimal
 * digits only are digests.
 */
export function isLikelyKey(text: string, start: number, end: number): boolean {
  const separator = findSeparator(text, start);
  if (separator < 0 || end - separator - 1 < MIN_SECRET) return false;
  let from = separator + 1;
  for (let index = from; index <= end; index++) {
    const kind = index < end ? CLASS[text.charCodeAt(index)]! : DASH;
    if (kind !== DASH && kind !== UNDERSCORE) continue;
    if (index - from >= MIN_PIECE && isRandom(text, from, index)) return true;
    from = index + 1;
  }
  return false;
}

/** Returns the index after a prefix of ASCII letters and digits that contains a non-hexadecimal letter; -1 if there is none. */
function findSeparator(text: string, start: number): number {
  let isName = false;
  for (let index = start; index <= start + MAX_PREFIX; index++) {
    const unit = text.charCodeAt(index);
    const kind = CLASS[unit]!;
    if (kind === DASH || kind === UNDERSCORE)
      return isName && index - start >= MIN_PREFIX ? index : -1;
    if (kind !== DIGIT && (unit | 32) > 0x66) isName = true;
  }
  return -1;
}

function isRandom(text: string, start: number, end: number): boolean {
  let bits = 0;
  let turns = 0;
  let before = -1;
  let isDigest = true;
  for (let index = start; index < end; index++) {
    const unit = text.charCodeAt(index);
    const kind = CLASS[unit]!;
    bits |= 1 << kind;
    if (before >= 0 && kind !== before) turns++;
    before = kind;
    if (kind !== DIGIT && (unit | 32) > 0x66) isDigest = false;
  }
  const hasLetter = (bits & ((1 << LOWER) | (1 << UPPER))) !== 0;
  return hasLetter && (bits & (1 << DIGIT)) !== 0 && turns >= MIN_TURNS && !isDigest;
}
