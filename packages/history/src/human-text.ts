import type { IContent } from '@palimpsest/core-types';
import { readDroppedNotice } from './dropped-notices.ts';

/** Whether a person says something in an entry: a notice of ours is no human text, and neither is an entry that only carries responses. */
export function isHumanText(entry: IContent): boolean {
  if (entry.speaker !== 'human' || readDroppedNotice(entry) !== undefined) return false;
  return (
    entry.blocks.length === 0 ||
    entry.blocks.some(({ type }) => type !== 'tool_response' && type !== 'tool_call')
  );
}
