import type { IContent } from '@palimpsest/core-types';
import type { ContextFloor } from '../budget/context-overflow-error.ts';
import type { Ladder } from './ladder.ts';
import type { RequestDraft } from './request-draft.ts';

/** What is left when nothing more can go, by why it stays, in tokens. */
export async function floorOf(
  { entries, pendingFrom }: RequestDraft,
  {
    ladder: { estimateTokens, isProtected },
    system,
    tools,
  }: { readonly ladder: Ladder; readonly system: number; readonly tools: number },
): Promise<ContextFloor> {
  const parts: Record<'system' | 'pinned' | 'tail' | 'pending', IContent[]> = {
    system: [],
    pinned: [],
    tail: [],
    pending: [],
  };
  for (const [at, entry] of entries.entries()) {
    const isPending = at >= pendingFrom;
    if (entry.speaker === 'system') parts.system.push(entry);
    else if (isPending) parts.pending.push(entry);
    else if (isProtected(entry)) parts.pinned.push(entry);
    else parts.tail.push(entry);
  }
  const tokensOf = async (part: readonly IContent[]): Promise<number> =>
    part.length === 0 ? 0 : await estimateTokens(part);
  return {
    system: system + (await tokensOf(parts.system)),
    pinned: await tokensOf(parts.pinned),
    tail: await tokensOf(parts.tail),
    tools,
    pending: await tokensOf(parts.pending),
  };
}
