import { cutText } from '@palimpsest/text';
import type { ShownEntry } from '../showing/quote-history.ts';

/** Characters an entry takes beside its text. */
const MARK_CHARACTERS = 60;

/** Characters that entries take in a request. */
export function shownLength(entries: readonly ShownEntry[]): number {
  let length = 0;
  for (const { text } of entries) length += text.length + MARK_CHARACTERS;
  return length;
}

/** Consecutive parts of at most `room` characters each. An entry that is longer than a part is told in pieces, under its own number. */
export function divideEntries(entries: readonly ShownEntry[], room: number): ShownEntry[][] {
  const longest = Math.max(1, room - MARK_CHARACTERS);
  const parts: ShownEntry[][] = [];
  let part: ShownEntry[] = [];
  let length = 0;
  for (const entry of entries) {
    for (const piece of pieces(entry, longest)) {
      const own = piece.text.length + MARK_CHARACTERS;
      if (part.length > 0 && length + own > room) {
        parts.push(part);
        part = [];
        length = 0;
      }
      part.push(piece);
      length += own;
    }
  }
  if (part.length > 0) parts.push(part);
  return parts;
}

function* pieces(entry: ShownEntry, longest: number): Generator<ShownEntry> {
  let { text } = entry;
  while (text.length > longest) {
    const piece = cutText(text.slice(0, longest + 64), longest) || text.slice(0, longest);
    yield { ...entry, text: piece };
    text = text.slice(piece.length);
  }
  if (text !== '') yield { ...entry, text };
}
