import { hasGapNote, resultParts, type IContent } from '@palimpsest/core-types';

/** Returns whether an entry holds the explanation of gap marks. */
export function explainsMarks({ blocks }: IContent): boolean {
  return blocks.some((block) => {
    if (block.type === 'text') return hasGapNote(block.text);
    if (block.type !== 'tool_response') return false;
    return resultParts(block.result).some((part) => part.type === 'text' && hasGapNote(part.text));
  });
}
