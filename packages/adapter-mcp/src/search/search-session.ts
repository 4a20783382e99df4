import type { Originals } from '@palimpsest/originals';
import { searchTexts, type TextSearch } from './search-texts.ts';
import {
  readWindow,
  type OriginalText,
  type SearchLimits,
  type SessionWindow,
} from './session-window.ts';
import { MAX_WORDS } from './word-automaton.ts';

export const SEARCH_LIMITS: SearchLimits = {
  characters: 10_485_760,
  perOriginal: 1_024,
  atOnce: 256,
};

export interface SessionSearch extends TextSearch<OriginalText> {
  /** The originals that were searched: from this one, counted from 0, to before that one, of so many. */
  readonly from: number;
  readonly to: number;
  readonly total: number;
  /** The id of an original of which only the beginning was searched, because it alone is longer than a search. */
  readonly cut?: string;
  /** Characters that are kept for the next search. */
  readonly kept: number;
  /** Words that were too many and were not searched. */
  readonly ignored: readonly string[];
}

interface SearchInput {
  readonly words: readonly string[];
  readonly limit: number;
  /** Originals to pass over. */
  readonly offset: number;
}

/** Searches the originals of one session. */
export type SearchSession = (input: SearchInput) => Promise<SessionSearch>;

/**
 * Creates a search through the originals of a session, in the order in which compressions removed them and as far as the limits go. There is no
 * index: one of hostile text is many times as large as the text. The texts of the last search are kept for the next one.
 */
export function createSessionSearch(
  originals: Pick<Originals, 'ids' | 'recallAll'>,
  limits: SearchLimits = SEARCH_LIMITS,
): SearchSession {
  let kept: SessionWindow | undefined;
  return async ({ words, limit, offset }) => {
    // Let go of first, so that never two windows are in memory.
    const before = kept?.offset === offset ? kept : undefined;
    kept = undefined;
    const window = await readWindow(originals, offset, limits, before);
    // What is longer than a search is not kept: the rest of it would be kept as well.
    kept = window.cut === undefined ? window : undefined;
    return {
      ...searchTexts(window.texts, words.slice(0, MAX_WORDS), limit),
      from: offset,
      to: offset + window.ids.length,
      total: originals.ids().length,
      ...(window.cut === undefined ? {} : { cut: window.cut }),
      kept: (kept?.texts ?? []).reduce((sum, { text }) => sum + text.length, 0),
      ignored: words.slice(MAX_WORDS),
    };
  };
}
