import { isMarker, type IContent } from '@palimpsest/core-types';

/** Returns whether an entry contains only markers. */
export function isMarkersAlone({ blocks }: IContent): boolean {
  return (
    blocks.length > 0 && blocks.every((block) => block.type === 'text' && isMarker(block.text))
  );
}
