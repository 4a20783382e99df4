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
  /** 0-based index of the first original that was searched; `to` is the index after the last one, `total` the number of all originals. */
  readonly from: number;
  readonly to: number;
  readonly total: number;
  /** Id of an original of which only the beginning was searched, because it alone exceeds the limit of a search. */
  readonly cut?: string;
  /** UTF-16 units of text that are kept for the next search. */
  readonly kept: number;
  /** Words beyond `MAX_WORDS`, which were not searched. */
  readonly ignored: readonly string[];
}

interface SearchInput {
  readonly words: readonly string[];
  readonly limit: number;
  /** Number of originals to skip. */
  readonly offset: number;
}

/** Searches the originals of one session. */
export type SearchSession = (input: SearchInput) => Promise<SessionSearch>;

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
      ...(window.cut === undefined ? {} : { cut: window.cut }),
      kept: (kept?.texts ?? []).reduce((sum, { text }) => sum + text.length, 0),
      ignored: words.slice(MAX_WORDS),
    };
  };
}
