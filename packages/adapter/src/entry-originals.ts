import type { ContentMetadata, IContent } from '@palimpsest/core-types';
import type { RemovedContent } from '@palimpsest/orchestrator';
import { plainEntry, type SessionOriginals } from '@palimpsest/orchestrator/session';
import { createRecallIds, type Originals } from '@palimpsest/originals';

/** Originals of entries in any format. */
export interface EntryOriginals extends SessionOriginals {
  /** Returns the recall id of a block: of a tool result, or of a text in an entry without results. */
  readonly idOf: (entry: IContent, block: number) => string | undefined;
  readonly keep: (taken: RemovedContent) => Promise<unknown>;
}

export function createEntryOriginals(originals: Originals): EntryOriginals {
  const recallIdOf = createRecallIds(originals, plainEntry);
  return {
    idOf(entry, index) {
      const position = getResultPosition(entry, index);
      return position === undefined ? undefined : recallIdOf(entry, position);
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
    position: () => originals.list().length,
    refresh: () => originals.refresh(),
  };
}

/**
 * Returns the 1-based position of a tool result within its entry. A text block in an entry without tool results is 1; any
 * other block is `undefined`.
 */
function getResultPosition({ blocks }: IContent, index: number): number | undefined {
  const block = blocks[index];
  const responses = blocks.filter(({ type }) => type === 'tool_response');
  if (block?.type === 'text') return responses.length === 0 ? 1 : undefined;
  if (block?.type !== 'tool_response') return undefined;
  return responses.indexOf(block) + 1;
}

function isMetadata(value: unknown): value is ContentMetadata {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
