import {
  parseDuplicateMarker,
  type ContentBlock,
  type DroppedCounts,
  type IContent,
} from '@palimpsest/core-types';
import { isGapMarker, isRecordEntry, type EditPlan } from '@palimpsest/engine/history';
import { countMedia } from '@palimpsest/engine/tools';
import { proseOf } from './history/prose.ts';
import { getSoleText, isResponse } from './history/responses.ts';

/** Counts what a plan removes, from the texts in its output: edits that were tried and discarded do not count. */
export function countDropped(
  history: readonly IContent[],
  { edits, merges }: EditPlan,
): DroppedCounts {
  const counts: { -readonly [Kind in keyof DroppedCounts]: number } = {};
  const add = (kind: keyof DroppedCounts, more: number): void => {
    if (more !== 0) counts[kind] = (counts[kind] ?? 0) + more;
  };
  const addLost = (before: readonly ContentBlock[], after: readonly ContentBlock[]): void => {
    add('thinkingBlocks', count(before, 'thinking') - count(after, 'thinking'));
    add('mediaBlocks', countMedia(before) - countMedia(after));
    add('toolCalls', countHostedCalls(before) - countHostedCalls(after));
  };
  for (const [index, entry] of edits) {
    const original = history[index]!;
    if (entry === undefined) {
      addLost(original.blocks, []);
      continue;
    }
    const texts = merges?.get(index)?.length ?? 1;
    addLost(original.blocks, entry.blocks);
    if (isRecordEntry(entry)) {
      add('summarizedEntries', texts);
      continue;
    }
    // It only separates turns of one role.
    if (isGapMarker(entry)) continue;
    const [before, after] = [proseOf(original), proseOf(entry)];
    if (before !== after && !hasTexts(entry, original))
      add(kindOf(after) ?? 'truncatedTexts', texts);
    const results = original.blocks.filter(isResponse);
    for (const [at, result] of entry.blocks.filter(isResponse).entries()) {
      if (result === results[at]) continue;
      const text = getSoleText(result);
      // A line begins with the name of its tool in brackets.
      const isLine = text?.startsWith('[') === true && !text.startsWith('[truncated ');
      add(kindOf(text) ?? (isLine ? 'toolResults' : 'truncatedTexts'), 1);
    }
  }
  return counts;
}

/** Returns whether an entry still has all texts of another one: only what was attached became a line. */
function hasTexts({ blocks }: IContent, original: IContent): boolean {
  const texts = new Set(blocks.map((block) => (block.type === 'text' ? block.text : undefined)));
  return original.blocks.every((block) => block.type !== 'text' || texts.has(block.text));
}

/** Returns how a text counts that is a reference, or that contains a summary; `undefined` for any other. */
function kindOf(text = ''): 'duplicateTexts' | 'summarizedTexts' | undefined {
  if (parseDuplicateMarker(text) !== undefined) return 'duplicateTexts';
  return /(?:^|\n\n)\[summary[:#]/.test(text) ? 'summarizedTexts' : undefined;
}

function count(blocks: readonly ContentBlock[], type: ContentBlock['type']): number {
  return blocks.filter((block) => block.type === type).length;
}

/** Returns the number of calls that the provider ran. */
function countHostedCalls(blocks: readonly ContentBlock[]): number {
  const ids = blocks.map((block) => (block.type === 'opaque' ? block.hostedCallId : undefined));
  return new Set(ids.filter((id) => id !== undefined)).size;
}
