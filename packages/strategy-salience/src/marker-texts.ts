import { isMarker, type ContentBlock, type IContent } from '@palimpsest/core-types';

/** Returns whether an entry contains only markers. */
export function isMarkersAlone({ blocks }: IContent): boolean {
  return blocks.length > 0 && blocks.every(isMarkerText);
}

/** Returns an entry without the markers next to its content; the same entry if it has no markers, or only markers. */
export function withoutMarkers(entry: IContent): IContent {
  const blocks = entry.blocks.filter((block) => !isMarkerText(block));
  const isSame = blocks.length === 0 || blocks.length === entry.blocks.length;
  return isSame ? entry : { ...entry, blocks };
}

function isMarkerText(block: ContentBlock): boolean {
  return block.type === 'text' && isMarker(block.text);
}
