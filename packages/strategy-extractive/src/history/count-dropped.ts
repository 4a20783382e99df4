import type { ContentBlock, DroppedCounts, IContent } from '@palimpsest/core-types';
import type { EditPlan } from '@palimpsest/history';
import { countMedia } from '@palimpsest/tool-taxonomy';
import { isWords } from './drop-beside.ts';
import type { Writings } from './writing.ts';

/** Counts what a plan removes, from the blocks in its output: edits that were tried and discarded do not count. */
export function countDropped(
  history: readonly IContent[],
  { removals, replacements }: EditPlan,
  writings: Writings,
): DroppedCounts {
  const counts: { -readonly [Kind in keyof DroppedCounts]: number } = {};
  const add = (kind: keyof DroppedCounts, more: number): void => {
    if (more !== 0) counts[kind] = (counts[kind] ?? 0) + more;
  };
  const addLost = (before: readonly ContentBlock[], after: readonly ContentBlock[]): void => {
    add('thinkingBlocks', count(before, 'thinking') - count(after, 'thinking'));
    add('mediaBlocks', countMedia(before) - countMedia(after));
  };
  for (const place of removals) addLost(history[place]!.blocks, []);
  for (const [place, { blocks }] of replacements) {
    addLost(history[place]!.blocks, blocks);
    // Text next to tool calls is removed without a marker.
    if (history[place]!.blocks.some(isWords) && !blocks.some(isWords)) add('truncatedTexts', 1);
    for (const block of blocks) {
      const writing = writings.get(block);
      if (writing !== undefined) add(writing.kind, writing.texts);
    }
  }
  return counts;
}

function count(blocks: readonly ContentBlock[], type: ContentBlock['type']): number {
  let found = 0;
  for (const block of blocks) if (block.type === type) found += 1;
  return found;
}
