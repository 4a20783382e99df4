import { hasToolCall, hasToolResult, type IContent } from '@palimpsest/core-types';
import type { EntryKind } from './comparison.ts';

/** Returns the kind of an entry, or of some of its blocks. */
export function kindOf(entry: IContent): EntryKind {
  const { speaker } = entry;
  if (hasToolResult(entry)) return 'result';
  if (hasToolCall(entry)) return 'call';
  if (speaker === 'human') return 'user';
  return speaker === 'system' ? 'system' : speaker === 'tool' ? 'result' : 'agent';
}
