import { FLAG } from '../reasons.ts';
import * as Class from './character-class.ts';
import { CLASS_TABLE, classAt, classes } from './character-class.ts';
import type { Evidence } from './evidence.ts';
import { isKey } from './keys.ts';

/** Minimum length of a run to read, in UTF-16 units. */
export const MIN_RUN = 16;

/** Lengths of digests in hexadecimal digits, from SHA-1 to SHA-256. */
const MIN_DIGEST = 40;
const MAX_DIGEST = 64;

const PLUS = 0x2b;
/** Classes of a run; of the signs, only `+` belongs to it. */
export const RUN_CLASSES: number =
  (Class.WORD_CLASSES & ~classes(Class.LETTER)) | classes(Class.DASH, Class.SLASH, Class.EQUALS);

/** Minimum length of a token to skip, in UTF-16 units; shorter ones may contain numbers and words, and are scanned further. */
const LONG_TOKEN = 64;

const TOKEN_CLASSES = RUN_CLASSES & ~classes(Class.SLASH, Class.EQUALS);

/**
 * Reads the run of letters, digits and `_-+/=` around `index`, once: keys, digests and base64 are such runs, and each contains a digit or a
 * capital, at which this function is called. Returns the index to continue from: after a long token, else `index`.
 */
export function readRun(text: string, index: number, evidence: Evidence): number {
  if (index < evidence.runEnd) return index;
  let start = index;
  while (start > evidence.runEnd && isRunUnit(text.charCodeAt(start - 1))) start--;
  let end = index + 1;
  while (end < text.length && isRunUnit(text.charCodeAt(end))) end++;
  evidence.runEnd = end;
  if (end - start < MIN_RUN) return index;
  inspect(text, start, end, evidence);
  return end - index < LONG_TOKEN ? index : behindToken(text, index, evidence);
}

function behindToken(text: string, start: number, { line, runEnd }: Evidence): number {
  let bits = 0;
  for (let index = start; index < runEnd; index++)
    bits |= 1 << CLASS_TABLE[text.charCodeAt(index)]!;
  if ((bits & ~TOKEN_CLASSES) !== 0) return start;
  line.tokenBits |= bits;
  return runEnd;
}

function inspect(text: string, start: number, end: number, evidence: Evidence): void {
  if ((evidence.found & FLAG.base64_content) === 0 && isBase64(text, start, end))
    evidence.found |= FLAG.base64_content;
  if ((evidence.found & FLAG.credential_assignment) === 0 && isBearerToken(text, start))
    evidence.found |= FLAG.credential_assignment;
  let from = start;
  for (let index = start; index <= end; index++) {
    if (index < end && !isSeparator(text.charCodeAt(index))) continue;
    if (index - from >= MIN_RUN) inspectToken(text, from, index, evidence);
    from = index + 1;
  }
}

function inspectToken(text: string, start: number, end: number, evidence: Evidence): void {
  if ((evidence.found & FLAG.api_key) === 0 && isKey(text, start, end))
    evidence.found |= FLAG.api_key;
  const length = end - start;
  if (length >= MIN_DIGEST && length <= MAX_DIGEST && isHexadecimal(text, start, end))
    evidence.found |= FLAG.hash_or_sha;
}

function isRunUnit(unit: number): boolean {
  return ((RUN_CLASSES >> CLASS_TABLE[unit]!) & 1) !== 0 || unit === PLUS;
}

/** Returns whether a unit separates tokens: `+`, `/` and `=` belong to base64, but surround keys. */
function isSeparator(unit: number): boolean {
  return unit === PLUS || unit === 0x2f || unit === 0x3d;
}

function isHexadecimal(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index++) {
    const kind = classAt(text, index);
    if (kind === Class.UNDERSCORE || kind === Class.DASH) return false;
    if (kind !== Class.DIGIT && (text.charCodeAt(index) | 32) > 0x66) return false;
  }
  return true;
}

/** In UTF-16 units. */
const MIN_BASE64 = 40;

/** Minimum number of adjacent lower-case letters that count as part of a word. */
const MIN_WORD = 4;

/** Maximum share of parts of words, and of slashes, in percent of the length. */
const MAX_WORDS = 30;
const MAX_SLASHES = 12;

const NEEDED = (1 << Class.LOWER) | (1 << Class.UPPER) | (1 << Class.DIGIT);

/**
 * Returns whether a run of letters, digits and `_-+/=` contains base64: at least 40 characters of its alphabet, with lower case, capitals and
 * digits. In base64, 8 % of the characters are in runs of four lower-case letters; in camelCase names and paths more than half are, or slashes
 * are frequent.
 */
function isBase64(text: string, start: number, end: number): boolean {
  if (end - start < MIN_BASE64) return false;
  let from = start;
  let bits = 0;
  let inWords = 0;
  let row = 0;
  let slashes = 0;
  for (let index = start; index <= end; index++) {
    const kind = index < end ? CLASS_TABLE[text.charCodeAt(index)]! : Class.DASH;
    if (kind === Class.LOWER) {
      row++;
      if (row === MIN_WORD) inWords += MIN_WORD;
      else if (row > MIN_WORD) inWords++;
    } else row = 0;
    if (kind === Class.SLASH) slashes++;
    if (kind !== Class.UNDERSCORE && kind !== Class.DASH) bits |= 1 << kind;
    else {
      const length = index - from;
      const isMixed = length >= MIN_BASE64 && (bits & NEEDED) === NEEDED;
      if (isMixed && inWords * 100 <= length * MAX_WORDS && slashes * 100 <= length * MAX_SLASHES)
        return true;
      from = index + 1;
      bits = 0;
      inWords = 0;
      slashes = 0;
    }
  }
  return false;
}

/** Minimum length of a secret after a name, and after the word "Bearer", in UTF-16 units. */
const MIN_SECRET = 8;
const MIN_BEARER = 16;

/** Maximum number of UTF-16 units read from the end of a name. */
const MAX_NAME = 16;

const NAME_OF_SECRET =
  /(?:password|passwd|passphrase|pwd|secret|token|api_?key|(?:access|private|secret|account)_?key)$/i;
const LAST_LETTERS = 'detnyDETNY';

/** Looks for credentials at a `=` or `:`, such as `password=…` and `"api_key": "…"`. */
export function readAssignment(text: string, index: number, evidence: Evidence): void {
  if ((evidence.found & FLAG.credential_assignment) !== 0) return;
  let valueAt = classAt(text, index + 1) === Class.SPACE ? index + 2 : index + 1;
  if (isIn(QUOTES, text, valueAt)) valueAt++;
  if (!isSecretAt(text, valueAt, MIN_SECRET)) return;
  let end = classAt(text, index - 1) === Class.SPACE ? index - 1 : index;
  if (isIn(QUOTES, text, end - 1)) end--;
  if (!isIn(LAST_LETTERS, text, end - 1)) return;
  if (NAME_OF_SECRET.test(text.slice(Math.max(0, end - MAX_NAME), end)))
    evidence.found |= FLAG.credential_assignment;
}

/** Returns whether a secret starts at `start`, after the word "Bearer". */
function isBearerToken(text: string, start: number): boolean {
  if (classAt(text, start - 1) !== Class.SPACE || !isSecretAt(text, start, MIN_BEARER))
    return false;
  return /bearer$/i.test(text.slice(Math.max(0, start - 7), start - 1));
}

const QUOTES = '"\'`';

/** Returns whether `length` characters contain a letter and a digit, and none that belongs to a placeholder, a call or prose. */
function isSecretAt(text: string, start: number, length: number): boolean {
  if (start + length > text.length) return false;
  let hasDigit = false;
  let hasLetter = false;
  for (let index = start; index < start + length; index++) {
    const kind = classAt(text, index);
    if (kind === Class.DIGIT) hasDigit = true;
    else if (kind === Class.LOWER || kind === Class.UPPER) hasLetter = true;
    else if (index === start || !isIn('_-+/=!@#%^&', text, index)) return false;
  }
  return hasDigit && hasLetter;
}

function isIn(characters: string, text: string, index: number): boolean {
  return index >= 0 && index < text.length && characters.includes(text[index]!);
}
