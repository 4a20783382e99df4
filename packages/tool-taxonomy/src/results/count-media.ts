import { resultParts, type ContentBlock } from '@palimpsest/core-types';

/** Returns the number of images, recordings and files in blocks and in their tool results. */
export function countMedia(blocks: readonly ContentBlock[]): number {
  let count = 0;
  for (const block of blocks) {
    if (block.type === 'media') count += 1;
    else if (block.type === 'tool_response' && typeof block.result === 'object') {
      for (const { type } of resultParts(block.result)) if (type === 'media') count += 1;
    }
  }
  return count;
}
