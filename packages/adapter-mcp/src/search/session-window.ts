import type { Originals } from '@palimpsest/originals';
import { messageParts } from '@palimpsest/recall';
import type { SearchedText } from './search-texts.ts';

/** Limits of one search. */
export interface SearchLimits {
  /** Maximum length of the searched originals, in UTF-16 units. */
  readonly characters: number;
  /** Minimum size that each original counts, in UTF-16 units: reading a short original costs more than searching it. */
  readonly perOriginal: number;
  /** Maximum number of originals read from the store at once. */
  readonly atOnce: number;
}

/** The text of one part of an original. */
export interface OriginalText extends SearchedText {
  /** Id of the original. */
  readonly original: string;
  /** 1-based part of the original. */
  readonly part: number;
}

/** The originals of one search: those of a session from `offset` on, within the limits. */
export interface SessionWindow {
  readonly offset: number;
  /** Ids of the originals. */
  readonly ids: readonly string[];
  readonly texts: readonly OriginalText[];
  /** UTF-16 units that count against the limit. */
  readonly size: number;
  /** Whether no further original fits. */
  readonly isFull: boolean;
  /** Id of an original of which only the beginning is searched, because it alone exceeds the limit of a search. */
  readonly cut?: string;
}

/** Reads the window at `offset`. If `before` is the beginning of that window, reads only the originals after it. */
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
      // An original that is missing from the store has no text.
      const parts = recalled.kind === 'found' ? messageParts(recalled.message) : [];
      // An empty text counts as one unit, so that the number of texts is limited, too.
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

/** Returns how many originals to read next: many if they are short, one if they are long, so that few are read that do not fit. */
function nextPortion(size: number, portion: number, { characters, atOnce }: SearchLimits): number {
  const room = Math.floor(characters / 16 / (size / portion));
  return Math.max(1, Math.min(room, portion * 2, atOnce));
}
