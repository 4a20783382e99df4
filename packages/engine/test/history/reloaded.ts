import type { IContent } from '@palimpsest/core-types';
import { isGeneratedSnapshot } from '../../src/history/index.ts';

/**
 * Returns a history as after a round trip through provider messages: new objects, no `native` data, no metadata except pins and snapshots.
 * Without the snapshot metadata, the snapshot would become the newest user message.
 */
export function reloaded(entries: readonly IContent[]): IContent[] {
  return structuredClone(
    entries.map((entry): IContent => {
      const isMarked = entry.metadata?.pinned === true || isGeneratedSnapshot(entry);
      return {
        speaker: entry.speaker,
        blocks: entry.blocks.map(({ native: _native, ...block }) => block),
        ...(isMarked ? { metadata: entry.metadata } : {}),
      };
    }),
  );
}
