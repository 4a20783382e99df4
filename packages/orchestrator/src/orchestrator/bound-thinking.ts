import type { ContentBlock, IContent, TokenEstimator } from '@palimpsest/core-types';
import type { KnownSettings } from '@palimpsest/factory/settings';
import { isBlank, isReasoningOnly } from '@palimpsest/history';
import { createTokenMeter, type TokenMeter } from '../meter/token-meter.ts';

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

/** A block as an entry of its own: always the same one, so that estimators that remember entries know it again. */
const alone = new WeakMap<ContentBlock, IContent>();

/** Meters that count nothing but reasoning that is bound to what precedes it, one for each meaning of that. */
export function createThinkingMeters(
  estimateTokens: TokenEstimator,
): (bound: BoundThinking) => TokenMeter {
  const meters = new Map<BoundThinking, TokenMeter>();
  return (bound) => {
    const known = meters.get(bound);
    if (known !== undefined) return known;
    const made = createTokenMeter((entries) => {
      const thoughts = entries.flatMap((entry) => boundThoughts(entry, bound));
      if (thoughts.length === 0) return 0;
      // Whoever counts reasoning as nothing must not hide that it is there.
      const atLeastOne = (tokens: number) => Math.max(thoughts.length, tokens);
      const tokens = estimateTokens(thoughts);
      return typeof tokens === 'number' ? atLeastOne(tokens) : tokens.then(atLeastOne);
    });
    meters.set(bound, made);
    return made;
  };
}

function boundThoughts({ speaker, blocks }: IContent, bound: BoundThinking): IContent[] {
  if (speaker !== 'ai') return [];
  return blocks
    .filter((block) => isBoundThinking(block, bound))
    .map((block) => {
      const entry = alone.get(block) ?? { speaker, blocks: [block] };
      alone.set(block, entry);
      return entry;
    });
}
