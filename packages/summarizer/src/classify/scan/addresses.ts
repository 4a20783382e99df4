import { DASH, classAt, isLetterAt, isWordAt } from './character-class.ts';

/** Maximum length of a host name, in characters (RFC 1035). */
const MAX_HOST = 253;

const DOT = 0x2e;

/** Returns whether the `@` is part of an email address: after a word, and before a host with a dot and a letter after it. */
export function findEmail(text: string, at: number): boolean {
  if (!isWordAt(text, at - 1)) return false;
  const end = Math.min(text.length, at + 1 + MAX_HOST);
  for (let index = at + 1; index < end; index++) {
    const isDot = text.charCodeAt(index) === DOT;
    if (isDot && index > at + 1 && isLetterAt(text, index + 1)) return true;
    if (!isDot && !isWordAt(text, index) && classAt(text, index) !== DASH) return false;
  }
  return false;
}

/** Returns whether the colon starts a `://` between a scheme and a word. */
export function isUrlColon(text: string, colon: number): boolean {
  return text.startsWith('://', colon) && isWordAt(text, colon - 1) && isWordAt(text, colon + 3);
}

/** Returns whether the backslash follows the colon of a drive, as in `C:\Users`. */
export function isDriveSlash(text: string, index: number): boolean {
  return (
    text[index - 1] === ':' &&
    isLetterAt(text, index - 2) &&
    !isWordAt(text, index - 3) &&
    isWordAt(text, index + 1)
  );
}

/** Returns whether a path starts at the slash: at least two `/segments`. */
export function isPath(text: string, slash: number): boolean {
  let end = slash + 1;
  while (isSegmentAt(text, end)) end++;
  return end > slash + 1 && text[end] === '/' && isSegmentAt(text, end + 1);
}

function isSegmentAt(text: string, index: number): boolean {
  return isWordAt(text, index) || '.-~@'.includes(text.charAt(index) || ' ');
}
