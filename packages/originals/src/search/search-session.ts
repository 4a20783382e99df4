import type { Originals } from '../originals.ts';
import { messageParts } from '../recall/message-text.ts';
import { searchTexts, type SearchedText, type TextSearch } from './search-texts.ts';
import { MAX_WORDS } from './word-automaton.ts';

/** Limits of one search. */
interface SearchLimits {
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
interface SessionWindow {
  readonly offset: number;
  /** Ids of the originals. */
  readonly ids: readonly string[];
  readonly texts: readonly OriginalText[];
  /** UTF-16 units that count against the limit. */
  readonly size: number;
  /** Whether no further original fits. */
  readonly isFull: boolean;
  /** Id of an original of which only the beginning was searched, because it alone exceeds the limit of a search. */
  readonly cut: string | undefined;
}

export const SEARCH_LIMITS: SearchLimits = {
  characters: 10_485_760,
  perOriginal: 1_024,
  atOnce: 256,
};

export interface SessionSearch extends TextSearch<OriginalText> {
  /** 0-based index of the first original that was searched; `to` is the index after the last one, `total` the number of all originals. */
  readonly from: number;
  readonly to: number;
  readonly total: number;
  readonly cut: string | undefined;
  /** UTF-16 units of text that are kept for the next search. */
  readonly kept: number;
  /** Words beyond `MAX_WORDS`, which were not searched. */
  readonly ignored: readonly string[];
}

export type SearchSession = (input: {
  readonly words: readonly string[];
  readonly limit: number;
  /** Number of originals to skip. */
  readonly offset: number;
}) => Promise<SessionSearch>;

/**
 * Creates a search over the originals of a session, in the order in which compressions removed them and within the limits. Uses no index:
 * for hostile text it is many times as large as the text. Keeps the texts of the last search for the next one.
 */
export function createSessionSearch(
  originals: Pick<Originals, 'ids' | 'recallAll'>,
  limits: SearchLimits = SEARCH_LIMITS,
): SearchSession {
  let kept: SessionWindow | undefined;
  return async ({ words, limit, offset }) => {
    // Released first, so that two windows are never in memory at once.
    const before = kept?.offset === offset ? kept : undefined;
    kept = undefined;
    const window = await readWindow(originals, offset, limits, before);
    // A window with a truncated original is not kept: the rest of its text would stay in memory, too.
    kept = window.cut === undefined ? window : undefined;
    return {
      ...searchTexts(window.texts, words.slice(0, MAX_WORDS), limit),
      from: offset,
      to: offset + window.ids.length,
      total: originals.ids().length,
      cut: window.cut,
      kept: (kept?.texts ?? []).reduce((sum, { text }) => sum + text.length, 0),
      ignored: words.slice(MAX_WORDS),
    };
  };
}

/** Reads the window at `offset`. If `before` is the beginning of that window, reads only the originals after it. */
async function readWindow(
  originals: Pick<Originals, 'ids' | 'recallAll'>,
  offset: number,
  limits: SearchLimits,
  before: SessionWindow | undefined,
): Promise<SessionWindow> {
  const all = originals.ids();
  const isBeginning =
    before?.offset === offset && before.ids.every((id, index) => id === all[offset + index]);
  if (isBeginning && (before.isFull || offset + before.ids.length === all.length)) return before;
  const start = isBeginning ? before : { ids: [], texts: [], size: 0 };
  const ids = [...start.ids];
  const texts = [...start.texts];
  let { size } = start;
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
  return { offset, ids, texts, size, isFull, cut };
}

function addParts(
  texts: OriginalText[],
  original: string,
  parts: readonly string[],
  limit: number,
): void {
  let budget = limit;
  for (const [index, text] of parts.entries()) {
    const length = Math.min(text.length, budget);
    budget -= length;
    texts.push({ text, length, original, part: index + 1 });
  }
}

/** Returns how many originals to read next: many if they are short, one if they are long, so that few are read that do not fit. */
function nextPortion(size: number, portion: number, { characters, atOnce }: SearchLimits): number {
  const fitting = Math.floor(characters / 16 / (size / portion));
  return Math.max(1, Math.min(fitting, portion * 2, atOnce));
}
