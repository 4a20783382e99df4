import type { ContentBlock, IContent } from '@palimpsest/core-types';
import type { KnownSettings } from '@palimpsest/factory/settings';
import { isBlank, isReasoningOnly } from '@palimpsest/history';

/** Which reasoning counts as bound to everything that precedes it. */
export type BoundThinking = KnownSettings['compression.boundThinking'];

/**
 * Some providers bind reasoning to what precedes it, and refuse a request in which that has changed. Whether they do depends on model and
 * account, so a signature is taken for it.
 */
export function isBoundThinking(block: ContentBlock, bound: BoundThinking): boolean {
  if (block.type !== 'thinking' || bound === 'none') return false;
  return bound === 'all' || hasText(block.signature) || hasText(block.encryptedContent);
}

/** Whether any stands from an index on. */
export function hasBoundThinking(
  entries: readonly IContent[],
  from: number,
  bound: BoundThinking,
): boolean {
  if (bound === 'none') return false;
  for (let at = entries.length - 1; at >= from; at -= 1) {
    const { speaker, blocks } = entries[at]!;
    if (speaker === 'ai' && blocks.some((block) => isBoundThinking(block, bound))) return true;
  }
  return false;
}

/**
 * Entries without the reasoning that is bound to what changed before it: everything from the first changed entry on, however new, pinned or
 * not, as the provider would refuse all of it. What says nothing without it goes. The given array where there is none.
 */
export function dropBoundThinking(
  entries: readonly IContent[],
  from: number,
  bound: BoundThinking,
): readonly IContent[] {
  if (!hasBoundThinking(entries, from, bound)) return entries;
  return entries.flatMap((entry, at) => {
    if (at < from || entry.speaker !== 'ai') return [entry];
    const blocks = entry.blocks.filter((block) => !isBoundThinking(block, bound));
    if (blocks.length === entry.blocks.length) return [entry];
    const left = { ...entry, blocks };
    return isBlank(left) || isReasoningOnly(left) ? [] : [left];
  });
}

function hasText(text: string | undefined): boolean {
  return text !== undefined && text !== '';
}
