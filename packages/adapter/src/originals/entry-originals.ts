import type { ContentMetadata, IContent } from '@palimpsest/core-types';
import type { RemovedContent } from '@palimpsest/orchestrator';
import { OriginalsError, type Originals } from '@palimpsest/originals';
import { plainEntry } from './plain-entry.ts';

/** Hexadecimal digits of a recall id. */
const DIGITS = 8;

/** Results per entry that an id can address: the marker has room for four digits. */
const MOST = 9_999;

/** Originals of entries in any format. */
export interface EntryOriginals {
  /** Returns the recall id of a block: of a tool result, or of a text in an entry without results. */
  readonly idOf: (entry: IContent, block: number) => string | undefined;
  readonly keep: (taken: RemovedContent) => Promise<unknown>;
  /** Returns the entries that earlier compressions of this session generated, in any process, with the facts about them. */
  readonly recognize: (entries: readonly IContent[]) => readonly IContent[];
}

export function entryOriginals(originals: Originals): EntryOriginals {
  const ids = new WeakMap<IContent, string | undefined>();
  const idOfEntry = (entry: IContent): string | undefined => {
    if (!ids.has(entry)) ids.set(entry, shortId(originals, entry));
    return ids.get(entry);
  };
  return {
    idOf(entry, index) {
      const position = getResultPosition(entry, index);
      if (position === undefined || position > MOST) return undefined;
      const id = idOfEntry(entry);
      return id === undefined || position === 1 ? id : `${id}.${position}`;
    },
    keep({ before, after, by }) {
      const metadata = new Map(
        after.flatMap((entry, index): [number, ContentMetadata][] =>
          entry.metadata?.synthetic === true ? [[index, entry.metadata]] : [],
        ),
      );
      const facts = { strategy: by, metadata };
      return originals.keep(before.map(plainEntry), after.map(plainEntry), facts);
    },
    recognize(entries) {
      if (originals.list().length === 0) return entries;
      return entries.map((entry) => {
        const metadata = originals.proves(plainEntry(entry))?.metadata;
        return isMetadata(metadata) ? { ...entry, metadata } : entry;
      });
    },
  };
}

/**
 * Returns the 1-based position of a tool result within its entry. A text block in an entry without tool results is 1; any other block is
 * `undefined`.
 */
function getResultPosition({ blocks }: IContent, index: number): number | undefined {
  const block = blocks[index];
  const responses = blocks.filter(({ type }) => type === 'tool_response');
  if (block?.type === 'text') return responses.length === 0 ? 1 : undefined;
  if (block?.type !== 'tool_response') return undefined;
  return responses.indexOf(block) + 1;
}

function shortId(originals: Originals, entry: IContent): string | undefined {
  try {
    return originals.idOf(plainEntry(entry)).slice(0, DIGITS);
  } catch (error) {
    // An error only for removed content: then saving it reports the error.
    if (OriginalsError.isInstance(error) && error.code === 'NOT_KEEPABLE') return undefined;
    throw error;
  }
}

function isMetadata(value: unknown): value is ContentMetadata {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
