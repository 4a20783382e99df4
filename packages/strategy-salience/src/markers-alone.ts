import { isMarker, type IContent } from '@palimpsest/core-types';

/** Whether an entry says nothing but marks. */
export function isMarkersAlone({ blocks }: IContent): boolean {
  return (
    blocks.length > 0 && blocks.every((block) => block.type === 'text' && isMarker(block.text))
  );
}
