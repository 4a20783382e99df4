import type { ContentBlock, IContent } from '@palimpsest/core-types';

/** What stands in place of an old result. */
export const CLEARED = '[Old tool result content cleared]';

/** So many of the newest results stay. */
const RESULTS_KEPT = 10;

/** A history whose old tool results can be cleared. Calls stay, and so do the entries that answered them. */
export interface ClearedHistory {
  /** As it is to be sent; the same list grows. */
  readonly entries: readonly IContent[];
  append(entry: IContent): void;
  /** Clears every result but the newest ten, for good. */
  clear(): void;
}

/** Makes an empty one. */
export function createClearedHistory(): ClearedHistory {
  const entries: IContent[] = [];
  /** Places of entries with results that are not cleared, oldest first. */
  const open: number[] = [];
  return {
    entries,
    append(entry) {
      if (entry.blocks.some(({ type }) => type === 'tool_response')) open.push(entries.length);
      entries.push(entry);
    },
    clear() {
      for (const index of open.splice(0, Math.max(0, open.length - RESULTS_KEPT))) {
        entries[index] = cleared(entries[index]!);
      }
    },
  };
}

/** One object for each entry, whichever policy asks, so that it is counted once. */
const made = new WeakMap<IContent, IContent>();

function cleared(entry: IContent): IContent {
  let known = made.get(entry);
  if (known === undefined) {
    const { native: _native, ...rest } = entry;
    known = { ...rest, blocks: entry.blocks.map(clearedBlock) };
    made.set(entry, known);
  }
  return known;
}

function clearedBlock(block: ContentBlock): ContentBlock {
  if (block.type !== 'tool_response') return block;
  const { type, callId, toolName } = block;
  return { type, callId, toolName, result: CLEARED };
}
