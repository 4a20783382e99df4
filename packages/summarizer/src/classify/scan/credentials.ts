import { FLAG } from '../reasons.ts';
import { DIGIT, LOWER, SPACE, UPPER, classAt } from './character-class.ts';
import type { Evidence } from './evidence.ts';

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
  const valueAt = skipOne(text, skipSpace(text, index + 1), QUOTES);
  if (!isSecretAt(text, valueAt, MIN_SECRET)) return;
  let end = classAt(text, index - 1) === SPACE ? index - 1 : index;
  if (isIn(QUOTES, text, end - 1)) end--;
  if (!isIn(LAST_LETTERS, text, end - 1)) return;
  if (NAME_OF_SECRET.test(text.slice(Math.max(0, end - MAX_NAME), end)))
    evidence.found |= FLAG.credential_assignment;
}

/** Returns whether a secret starts at `start`, after the word "Bearer". */
export function isBearerToken(text: string, start: number): boolean {
  if (classAt(text, start - 1) !== SPACE || !isSecretAt(text, start, MIN_BEARER)) return false;
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
    if (kind === DIGIT) hasDigit = true;
    else if (kind === LOWER || kind === UPPER) hasLetter = true;
    else if (index === start || !isIn('_-+/=!@#%^&', text, index)) return false;
  }
  return hasDigit && hasLetter;
}

function skipSpace(text: string, index: number): number {
  return classAt(text, index) === SPACE ? index + 1 : index;
}

function skipOne(text: string, index: number, characters: string): number {
  return isIn(characters, text, index) ? index + 1 : index;
}

function isIn(characters: string, text: string, index: number): boolean {
  return index >= 0 && index < text.length && characters.includes(text[index]!);
}
