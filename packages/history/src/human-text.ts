import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { withoutNotes } from './notes.ts';
import { isOwnSnapshot } from './own-snapshot.ts';

/**
 * Whether a person says something in an entry: a notice of ours is no human text, nor is the explanation of gap marks, nor a snapshot, nor an entry that
 * only carries responses.
 */
export function isHumanText(entry: IContent): boolean {
  if (entry.speaker !== 'human' || saysOnlyNotes(entry) || isOwnSnapshot(entry)) return false;
  return (
    entry.blocks.length === 0 ||
    entry.blocks.some(({ type }) => type !== 'tool_response' && type !== 'tool_call')
  );
}

/** Characters (UTF-16 units) of the texts and code of an entry, notes of ours aside: what `StrategyPlugin.longHumanText` is compared with. */
export function humanTextLength({ blocks }: IContent): number {
  let length = 0;
  for (const block of blocks) {
    if (block.type === 'text') length += withoutNotes(block.text).length;
    else if (block.type === 'code' && typeof block.code === 'string') length += block.code.length;
  }
  return length;
}

/** Whether an entry is nothing but notes that strategies leave. Anybody can type them. */
export function saysOnlyNotes({ blocks }: IContent): boolean {
  return blocks.length > 0 && blocks.every(isNote);
}

function isNote(block: ContentBlock): boolean {
  return block.type === 'text' && block.text !== '' && withoutNotes(block.text) === '';
}
