import { countParts } from '@palimpsest/history';
import type { ContextFloor } from '../budget/context-overflow-error.ts';
import type { Ladder } from './ladder.ts';
import type { RequestDraft } from './request-draft.ts';

const PARTS = ['system', 'pinned', 'tail', 'pending'] as const;

/** What is left when nothing more can go, by why it stays, in tokens. */
export async function floorOf(
  { entries, pendingFrom }: RequestDraft,
  {
    ladder: { estimateTokens, isProtected },
    system,
    tools,
  }: { readonly ladder: Ladder; readonly system: number; readonly tools: number },
): Promise<ContextFloor> {
  const tokens = await countParts(entries, PARTS, {
    estimateTokens,
    partOf(entry, at) {
      if (entry.speaker === 'system') return 'system';
      if (at >= pendingFrom) return 'pending';
      return isProtected(entry) ? 'pinned' : 'tail';
    },
  });
  return { ...tokens, system: system + tokens.system, tools };
}
