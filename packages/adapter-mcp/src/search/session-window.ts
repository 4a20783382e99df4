import type { Originals } from '@palimpsest/originals';
import { messageParts } from '@palimpsest/recall';
import type { SearchedText } from './search-texts.ts';

/** What one search may cost. */
export interface SearchLimits {
  /** Most characters of originals that are searched, in UTF-16 units. */
  readonly characters: number;
  /** Characters that an original counts at least: reading a short one costs more than searching it. */
  readonly perOriginal: number;
  /** Most originals that are read from the store at once. */
  readonly atOnce: number;
}

/** A part of an original. */
export interface OriginalText extends SearchedText {
  /** The id of the original. */
  readonly original: string;
  /** The part, from 1. */
  readonly part: number;
}

/** The originals that one search looks at: those of a session from an offset on, as far as the limits go. */
export interface SessionWindow {
  readonly offset: number;
  /** The ids of the originals. */
  readonly ids: readonly string[];
  readonly texts: readonly OriginalText[];
  /** Characters that count against the limit. */
  readonly size: number;
  /** Whether there was no room for the next original. */
  readonly isFull: boolean;
  /** The id of an original of which only the beginning is searched, because it alone is longer than a search. */
  readonly cut?: string;
}

/** Reads the window at `offset`. Continues `before` where that is the beginning of it: only new originals are read then. */
export async function readWindow(
  originals: Pick<Originals, 'ids' | 'recallAll'>,
  offset: number,
  limits: SearchLimits,
  before: SessionWindow | undefined,
): Promise<SessionWindow> {
  const all = originals.ids();
  const isBeginning =
    before?.offset === offset && before.ids.every((id, index) => id === all[offset + index]);
  if (isBeginning && (before.isFull || offset + before.ids.length === all.length)) return before;
  const ids = isBeginning ? [...before.ids] : [];
  const texts = isBeginning ? [...before.texts] : [];
  let size = isBeginning ? before.size : 0;
  let isFull = false;
  let cut: string | undefined;
  let portion = 1;
  while (!isFull && offset + ids.length < all.length) {
    const sizeBefore = size;
    const some = all.slice(offset + ids.length, offset + ids.length + portion);
    for (const [index, recalled] of (await originals.recallAll(some)).entries()) {
      const id = some[index]!;
      // What is not in the store any more has no text.
      const parts = recalled.kind === 'found' ? messageParts(recalled.message) : [];
      // An empty text counts as one character, so that not even those are without limit.
      const length = parts.reduce((sum, text) => sum + Math.max(1, text.length), 0);
      const counted = Math.max(limits.perOriginal, length);
      isFull = size > 0 && size + counted > limits.characters;
      if (isFull) break;
      if (counted > limits.characters) cut = id;
      addParts(texts, id, parts, limits.characters);
      ids.push(id);
      size += counted;
    }
    isFull ||= size >= limits.characters;
    portion = nextPortion(size - sizeBefore, portion, limits);
  }
  return { offset, ids, texts, size, isFull, ...(cut === undefined ? {} : { cut }) };
}

function addParts(
  texts: OriginalText[],
  original: string,
  parts: readonly string[],
  limit: number,
): void {
  let room = limit;
  for (const [index, text] of parts.entries()) {
    const length = Math.min(text.length, room);
    room -= length;
    texts.push({ text, length, original, part: index + 1 });
  }
}

/** Returns how many originals to read next: many short ones, but one long one, so that little is read that finds no room. */
function nextPortion(size: number, portion: number, { characters, atOnce }: SearchLimits): number {
  const room = Math.floor(characters / 16 / (size / portion));
  return Math.max(1, Math.min(room, portion * 2, atOnce));
}
