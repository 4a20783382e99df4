import { isGapNote, type IContent } from '@palimpsest/core-types';
import { readDroppedNotice } from './dropped-notices.ts';
import { isOwnSnapshot } from './own-snapshot.ts';

/**
 * Whether a person says something in an entry: a notice of ours is no human text, nor is the explanation of gap marks, nor a snapshot, nor an entry that
 * only carries responses.
 */
export function isHumanText(entry: IContent): boolean {
  if (entry.speaker !== 'human' || isNotice(entry) || isOwnSnapshot(entry)) return false;
  return (
    entry.blocks.length === 0 ||
    entry.blocks.some(({ type }) => type !== 'tool_response' && type !== 'tool_call')
  );
}

/** Characters (UTF-16 units) of the texts and code of an entry: what `StrategyPlugin.longHumanText` is compared with. */
export function humanTextLength({ blocks }: IContent): number {
  let length = 0;
  for (const block of blocks) {
    const text = block.type === 'text' ? block.text : block.type === 'code' ? block.code : '';
    if (typeof text === 'string') length += text.length;
  }
  return length;
}

/** An entry in words that strategies use for themselves. Anybody can type them. */
function isNotice(entry: IContent): boolean {
  const [block] = entry.blocks;
  const isNote = entry.blocks.length === 1 && block?.type === 'text' && isGapNote(block.text);
  return isNote || readDroppedNotice(entry) !== undefined;
}
