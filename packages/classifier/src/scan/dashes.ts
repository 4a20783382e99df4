import { FLAG } from '../reasons.ts';
import { CLASS, DASH, LOWER, SPACE, UPPER, classAt } from './character-class.ts';
import type { Evidence } from './evidence.ts';

/** Maximum length of `BEGIN … PRIVATE KEY`, in UTF-16 units. */
const MAX_KEY_KIND = 40;

/** Reads a run of dashes: part of a token, the start of an option, or the start of a PEM block. Returns its end. */
export function readDashes(text: string, start: number, evidence: Evidence): number {
  let end = start + 1;
  while (end < text.length && CLASS[text.charCodeAt(end)] === DASH) end++;
  const next = classAt(text, end);
  if (end - start <= 2 && (next === LOWER || next === UPPER)) {
    if (classAt(text, start - 1) === SPACE) evidence.line.hasOption = true;
  } else if (end - start >= 5 && isPrivateKey(text, end)) evidence.found |= FLAG.api_key;
  return end;
}

/** Returns whether a private key of any kind starts here: `-----BEGIN … PRIVATE KEY-----`. */
function isPrivateKey(text: string, index: number): boolean {
  return /^BEGIN [A-Z ]*PRIVATE KEY/.test(text.slice(index, index + MAX_KEY_KIND));
}
