import type { ContentMetadata, IContent } from '@palimpsest/core-types';
import type { RemovedContent } from '@palimpsest/orchestrator';
import { plainEntry, type SessionOriginals } from '@palimpsest/orchestrator/session';
import { createRecallIds, type Originals } from '@palimpsest/originals';

/** The originals of an adapter, addressed by entry instead of by message, so that all formats share one session. */
export interface EntryOriginals extends SessionOriginals {
  /** Returns the recall id of a block: of a tool result, or of a text in an entry without results. */
  readonly idOf: (entry: IContent, block: number) => string | undefined;
  readonly keep: (taken: RemovedContent) => Promise<unknown>;
}

export function createEntryOriginals(originals: Originals): EntryOriginals {
  const recallIdOf = createRecallIds(originals, plainEntry);
  /** Recognized entries by the given ones; valid for this number of compressions. */
  let recognized = new WeakMap<IContent, IContent>();
  let count = 0;
  const recognizeOne = (entry: IContent): IContent => {
    const metadata = originals.findProof(plainEntry(entry))?.metadata;
    return isMetadata(metadata) ? { ...entry, metadata } : entry;
  };
  return {
    idOf(entry, index) {
      const resultNumber = getResultNumber(entry, index);
      return resultNumber === undefined ? undefined : recallIdOf(entry, resultNumber);
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
      const { length } = originals.list();
      if (length === 0) return entries;
      if (length !== count) recognized = new WeakMap();
      count = length;
      return entries.map((entry) => {
        const known = recognized.get(entry) ?? recognizeOne(entry);
        recognized.set(entry, known);
        return known;
      });
    },
    compressionCount: () => originals.list().length,
    refresh: () => originals.refresh(),
  };
}

/**
 * Returns the 1-based number of a tool result within its entry. A text block in an entry without tool results is 1; any
 * other block is `undefined`.
 */
function getResultNumber({ blocks }: IContent, index: number): number | undefined {
  const block = blocks[index];
  const responses = blocks.filter(({ type }) => type === 'tool_response');
  if (block?.type === 'text') return responses.length === 0 ? 1 : undefined;
  if (block?.type !== 'tool_response') return undefined;
  return responses.indexOf(block) + 1;
}

function isMetadata(value: unknown): value is ContentMetadata {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
