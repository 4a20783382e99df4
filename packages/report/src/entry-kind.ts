import type { IContent } from '@palimpsest/core-types';
import type { EntryKind } from './comparison.ts';

/** Returns the kind of an entry, or of some of its blocks. */
export function kindOf({ speaker, blocks }: IContent): EntryKind {
  if (blocks.some(({ type }) => type === 'tool_response')) return 'result';
  if (blocks.some(({ type }) => type === 'tool_call')) return 'call';
  if (speaker === 'human') return 'user';
  return speaker === 'system' ? 'system' : speaker === 'tool' ? 'result' : 'agent';
}
