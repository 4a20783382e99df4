import { replaceBinaryText } from '@palimpsest/core-types';

/** Maximum length of the beginning of an `error` that stays, in UTF-16 units (law 7). */
const MAX_LENGTH = 500;
const MARK = '…';
/** A mark in place of one character would save nothing. */
const LONGEST = MAX_LENGTH + 1;

/**
 * Returns the first 500 UTF-16 units of a longer `error` with `…` after them; a shorter error unchanged. Placeholders replace base64 before the
 * cut, because a part of base64 is not recognized. Idempotent.
 */
export function shortenError(error: string): string {
  const text = error.length > LONGEST ? replaceBinaryText(error) : error;
  if (text.length <= LONGEST) return text;
  const last = text.charCodeAt(MAX_LENGTH - 1);
  const isPairSplit = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isPairSplit ? MAX_LENGTH - 1 : MAX_LENGTH) + MARK;
}
