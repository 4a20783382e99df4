import { FLAG } from '../reasons.ts';
import { isUrlColon } from './addresses.ts';
import { isWordAt } from './character-class.ts';
import { readAssignment } from './credentials.ts';
import type { Evidence } from './evidence.ts';

/** Maximum length of a quoted key, in UTF-16 units. */
const MAX_KEY = 64;

const APOSTROPHE = 0x27;

/** Reads a colon, which may end a URL scheme, a quoted key or the name of a secret. */
export function readColon(text: string, index: number, evidence: Evidence): void {
  if ((evidence.found & FLAG.url) === 0 && isUrlColon(text, index)) evidence.found |= FLAG.url;
  if ((evidence.found & FLAG.quoted_key) === 0 && endsQuotedKey(text, index, evidence))
    evidence.found |= FLAG.quoted_key;
  readAssignment(text, index, evidence);
}

function endsQuotedKey(text: string, colon: number, evidence: Evidence): boolean {
  if (evidence.quotedEnd === colon && text[colon - 1] === '"') {
    const length = colon - 2 - evidence.quotedStart;
    return length > 0 && length <= MAX_KEY;
  }
  if (text.charCodeAt(colon - 1) !== APOSTROPHE) return false;
  let start = colon - 2;
  while (start > colon - 2 - MAX_KEY && isWordAt(text, start)) start--;
  return start < colon - 2 && text.charCodeAt(start) === APOSTROPHE;
}
