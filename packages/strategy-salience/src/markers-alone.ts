import { gapNote, isGapNote, isMarker, type IContent } from '@palimpsest/core-types';

/** The entry that explains the marks, once, to a model. */
export function makeGapNote(canRecall: boolean): IContent {
  return {
    speaker: 'human',
    blocks: [{ type: 'text', text: gapNote({ canRecall }) }],
    metadata: { synthetic: true, reason: 'gap-note' },
  };
}

/** Whether an entry is such an explanation. Anybody can type one; all it causes is that there is no second. */
export function isGapNoteEntry({ speaker, blocks }: IContent): boolean {
  const [block] = blocks;
  return (
    speaker === 'human' && blocks.length === 1 && block?.type === 'text' && isGapNote(block.text)
  );
}

/** Whether an entry says nothing but marks. */
export function isMarkersAlone({ blocks }: IContent): boolean {
  return (
    blocks.length > 0 && blocks.every((block) => block.type === 'text' && isMarker(block.text))
  );
}
