import type { Originals } from '@palimpsest/originals';
import { messageParts, recallableIds, type RecallableId } from '@palimpsest/recall';
import {
  searchTexts,
  type FoundPassage,
  type SearchedText,
  type TextSearch,
} from './search-texts.ts';
import { createTextCache, lengthOf, type TextCache } from './text-cache.ts';
import { MAX_WORDS } from './word-matcher.ts';

/** What one search may cost. */
export interface SearchLimits {
  /** Most characters of originals that are searched, in UTF-16 units. */
  readonly characters: number;
  /** Characters that an original counts at least: reading a short one costs more than searching it. */
  readonly perOriginal: number;
  /** Most originals that are read from the store at once. */
  readonly atOnce: number;
}

export const SEARCH_LIMITS: SearchLimits = {
  characters: 10_485_760,
  perOriginal: 1_024,
  atOnce: 256,
};

/** A part of an original. */
export interface OriginalText extends SearchedText {
  /** What recall is asked with: the short id, with the part behind it where that is not the first. */
  readonly id: string;
}

export interface SessionSearch extends Pick<
  TextSearch<OriginalText>,
  'matcher' | 'characters' | 'held'
> {
  readonly passages: readonly FoundPassage<OriginalText>[];
  /** The originals that were searched: from this one, counted from 0, to before that one, of so many. */
  readonly from: number;
  readonly to: number;
  readonly total: number;
  /** The short id of an original of which only the beginning was searched, because it alone is longer than a search. */
  readonly cut?: string;
  /** Characters that are kept for the next search. */
  readonly kept: number;
  /** Words that were too many and were not looked for. */
  readonly ignored: readonly string[];
}

/** What is looked for, and from which original on. */
interface SearchWish {
  readonly words: readonly string[];
  readonly limit: number;
  /** Originals to pass over. */
  readonly offset: number;
}

/** Searches the originals of one session. */
export type SearchSession = (wish: SearchWish) => Promise<SessionSearch>;

/**
 * Returns a search through the originals of a session, in the order in which they were taken out and as far as the limits go. There is no index:
 * one of hostile text is many times as large as the text. Texts are kept between searches, as many characters as one search may look at; what
 * was searched longest ago goes first.
 */
export function createSessionSearch(
  originals: Pick<Originals, 'list' | 'recallAll'>,
  limits: SearchLimits = SEARCH_LIMITS,
): SearchSession {
  const kept = createTextCache(limits.characters);
  let last = 0;
  return async ({ words, limit, offset }) => {
    const ids = recallableIds(originals);
    // Somebody deleted the session, and may have begun it anew: nothing of it stays.
    if (ids.length < last) kept.clear();
    last = ids.length;
    const texts: OriginalText[] = [];
    let spent = 0;
    let to = offset;
    let cut: string | undefined;
    let atOnce = 1;
    reading: while (to < ids.length && spent < limits.characters) {
      const some = ids.slice(to, to + atOnce);
      const before = spent;
      const read = await readParts(originals, some, kept);
      for (const [index, parts] of read.entries()) {
        const size = Math.max(limits.perOriginal, lengthOf(parts));
        if (spent > 0 && spent + size > limits.characters) break reading;
        if (size > limits.characters) cut = some[index]!.shortId;
        addParts(texts, some[index]!, parts, limits.characters);
        kept.set(some[index]!.id, parts);
        spent += size;
        to += 1;
      }
      atOnce = nextPortion(spent - before, atOnce, limits);
    }
    const search = searchTexts(texts, words.slice(0, MAX_WORDS), limit);
    return {
      ...search,
      kept: kept.size,
      from: offset,
      to,
      total: ids.length,
      ...(cut === undefined ? {} : { cut }),
      ignored: words.slice(MAX_WORDS),
    };
  };
}

/** Returns the texts of originals; none for those that are not in the store any more. */
async function readParts(
  originals: Pick<Originals, 'recallAll'>,
  ids: readonly RecallableId[],
  kept: TextCache,
): Promise<readonly (readonly string[])[]> {
  const known = ids.map(({ id }) => kept.get(id));
  const missing = ids.filter((_, index) => known[index] === undefined).map(({ id }) => id);
  const read = missing.length === 0 ? [] : await originals.recallAll(missing);
  let next = 0;
  return known.map((parts) => {
    if (parts !== undefined) return parts;
    const recalled = read[next++]!;
    if (recalled.kind !== 'found') return [];
    return messageParts(recalled.message);
  });
}

function addParts(
  texts: OriginalText[],
  { shortId }: RecallableId,
  parts: readonly string[],
  most: number,
): void {
  let room = most;
  for (const [index, text] of parts.entries()) {
    const length = Math.min(text.length, room);
    room -= length;
    texts.push({ text, length, id: index === 0 ? shortId : `${shortId}.${index + 1}` });
  }
}

/** Short originals are read many at once, long ones one by one, so that memory holds few that are not searched any more. */
function nextPortion(size: number, count: number, { characters, atOnce }: SearchLimits): number {
  const room = Math.floor(characters / 16 / (size / count));
  return Math.max(1, Math.min(room, count * 2, atOnce));
}
