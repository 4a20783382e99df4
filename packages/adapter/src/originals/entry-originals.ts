import type { ContentMetadata, IContent } from '@palimpsest/core-types';
import type { TakenOut } from '@palimpsest/orchestrator';
import { OriginalsError, type Originals } from '@palimpsest/originals';
import { plainEntry } from './plain-entry.ts';

/** Digits of an id that a model gets to see. */
const DIGITS = 8;

/** Responses of one entry that can be told apart: a mark has room for four digits. */
const MOST = 9_999;

/** Originals of entries, in whatever format they came. */
export interface EntryOriginals {
  /** The short id under which a model can ask for a block: of a tool response, or of a text in an entry without responses. */
  readonly idOf: (entry: IContent, block: number) => string | undefined;
  readonly keep: (taken: TakenOut) => Promise<unknown>;
  /** Entries that earlier compressions of this session wrote, in whatever process, with what is known of them. */
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

/** The how manieth response a block is, from 1; `undefined` for what has no place of its own. */
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
    // An error only for what is taken out: `keep` says so then.
    if (OriginalsError.isInstance(error) && error.code === 'NOT_KEEPABLE') return undefined;
    throw error;
  }
}

function isMetadata(value: unknown): value is ContentMetadata {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
