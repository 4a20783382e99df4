import type { ContentBlock, IContent } from '@palimpsest/core-types';

/** Text that replaces an old result. */
export const CLEARED = '[Old tool result content cleared]';

/** Number of newest results that stay. */
const RESULTS_KEPT = 10;

/** A history whose old tool results can be cleared. Calls stay, and so do the entries of their results. */
export interface ClearedHistory {
  /** Entries to send. The same array grows. */
  readonly entries: readonly IContent[];
  append(entry: IContent): void;
  /** Clears all but the newest ten results, permanently. */
  clear(): void;
}

/** Creates an empty history. */
export function createClearedHistory(): ClearedHistory {
  const entries: IContent[] = [];
  /** Indices of entries with results that are not cleared, oldest first. */
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

/** Cleared entries: one object per entry for all policies, so that it is counted once. */
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
