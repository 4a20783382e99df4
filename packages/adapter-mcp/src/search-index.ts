import type { Originals } from '@palimpsest/originals';
import { messageParts, recallableIds } from '@palimpsest/recall';
import { lineSpans } from '@palimpsest/text';
import MiniSearch from 'minisearch';
import { passagesOf, type Passage } from './passages.ts';
import { wordsOf } from './words.ts';

/** A passage, and what recall is asked with to read it. */
export interface Hit extends Passage {
  /** The short id, with the part of the message behind it where that is not the first. */
  readonly id: string;
  /** The words of it that were looked for. */
  readonly matched: readonly string[];
}

/** Finds passages in the originals of one session. */
export interface SearchIndex {
  search(query: string, limit: number): Promise<Hit[]>;
}

interface Indexed extends Passage {
  readonly original: string;
  readonly part: number;
}

/**
 * An index that grows with the session: each original is read once. Whatever is no longer in the session's list is forgotten at the next
 * search.
 */
export function createSearchIndex(originals: Pick<Originals, 'list' | 'recall'>): SearchIndex {
  let read = new Set<string>();
  let passages: Indexed[] = [];
  let index = emptyIndex();

  const update = async (): Promise<ReadonlyMap<string, string>> => {
    const shortIds = new Map(recallableIds(originals).map(({ id, shortId }) => [id, shortId]));
    if ([...read].some((id) => !shortIds.has(id))) {
      [read, passages, index] = [new Set<string>(), [], emptyIndex()];
    }
    for (const id of shortIds.keys()) {
      if (read.has(id)) continue;
      const recalled = await originals.recall(id);
      if (recalled.kind !== 'found') continue;
      read.add(id);
      for (const [part, text] of messageParts(recalled.message).entries()) {
        for (const passage of passagesOf(text, lineSpans(text))) {
          index.add({ id: passages.length, text: passage.text });
          passages.push({ ...passage, original: id, part: part + 1 });
        }
      }
    }
    return shortIds;
  };

  // One after the other, so that nothing is read into the index twice.
  let turn: Promise<unknown> = Promise.resolve();
  return {
    search(query, limit) {
      const answer = turn.then(async () => {
        const shortIds = await update();
        return index
          .search(query)
          .slice(0, limit)
          .map((found) => {
            const { original, part, ...passage } = passages[found.id as number]!;
            const shortId = shortIds.get(original)!;
            const id = part === 1 ? shortId : `${shortId}.${part}`;
            return { ...passage, id, matched: found.terms };
          });
      });
      turn = answer.catch(() => undefined);
      return answer;
    },
  };
}

function emptyIndex(): MiniSearch<{ readonly id: number; readonly text: string }> {
  return new MiniSearch({
    fields: ['text'],
    tokenize: wordsOf,
    processTerm: (term) => term,
    searchOptions: {
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
    },
  });
}
