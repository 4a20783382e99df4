import type { ContentBlock, IContent } from '@palimpsest/core-types';
import type { KnownSettings } from '@palimpsest/factory/settings';
import { findFirstChange, isBlank, isReasoningOnly } from '@palimpsest/engine/history';
import type { Decision } from './decide-request.ts';
import { toCandidate, type PrepareContext } from './prepare-context.ts';

/** Which reasoning counts as bound to all messages before it. */
export type BoundThinking = KnownSettings['compression.boundThinking'];

/**
 * Returns whether a block is bound reasoning: the provider rejects it once the messages before it change. Whether a provider does depends on
 * model and account, so with `signed` a signature or encrypted content decides.
 */
export function isBoundThinking(block: ContentBlock, bound: BoundThinking): boolean {
  if (block.type !== 'thinking' || bound === 'none') return false;
  return bound === 'all' || hasText(block.signature) || hasText(block.encryptedContent);
}

/** Returns whether an AI entry from index `from` on has bound reasoning. */
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
 * Removes bound reasoning from the first changed entry of the history on, even in new and pinned entries, because the provider would reject
 * it. Removes entries that are then blank or only reasoning.
 */
export async function withoutBoundThinking(
  decision: Decision,
  context: PrepareContext,
): Promise<Decision> {
  const { given, candidate } = decision;
  const { boundThinking: bound } = context.call;
  const from = findFirstChange(given.history, candidate.history);
  if (from === undefined) return decision;
  const history = withoutBound(candidate.history, from, bound);
  const pending = withoutBound(candidate.pending, 0, bound);
  if (history === candidate.history && pending === candidate.pending) return decision;
  return { ...decision, candidate: await toCandidate(history, pending, context) };
}

/** Returns the given array if it has no bound reasoning from index `from` on. */
function withoutBound(
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
