import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { codecFor, sameValue, type FormatName } from '@palimpsest/formats';

/** What an item belongs to shows in the items around it, and some items cannot stand without others. */
const OF_ITEMS: ReadonlySet<FormatName> = new Set(['openai-responses', 'openai-agents', 'codex']);

/** Gemini and Genkit write a line that stands for a value with media beside it in the shape of that value. */
const OF_VALUES: ReadonlySet<FormatName> = new Set(['gemini', 'genkit']);

/** Returns whether messages of a format are items, which may be read back as other entries than those they were written from. */
export function isOfItems(format: FormatName): boolean {
  return OF_ITEMS.has(format);
}

/**
 * Returns the history that messages are read back as: the same object where that is what they were written from. Entries at the beginning
 * and the end that come back as they were are the same objects, so that an estimator knows them.
 */
export function sentHistory(
  history: readonly IContent[],
  encoded: readonly unknown[],
  format: FormatName,
): readonly IContent[] {
  if (!isOfItems(format) && !OF_VALUES.has(format)) return history;
  const read = codecFor(format).decode(encoded);
  const shorter = Math.min(history.length, read.length);
  let start = 0;
  while (start < shorter && saysSame(history[start]!, read[start]!)) start += 1;
  if (start === history.length && start === read.length) return history;
  let end = 0;
  while (end < shorter - start && saysSame(history.at(-1 - end)!, read.at(-1 - end)!)) end += 1;
  return [
    ...history.slice(0, start),
    ...read.slice(start, read.length - end),
    ...history.slice(history.length - end),
  ];
}

function saysSame(left: IContent, right: IContent): boolean {
  return left.speaker === right.speaker && sameValue(left.blocks.map(bare), right.blocks.map(bare));
}

/** The block without what it was read from. Of an unknown one that is all there is. */
function bare(block: ContentBlock): unknown {
  if (block.type === 'opaque') return block;
  const { native: _native, ...rest } = block;
  return rest;
}
