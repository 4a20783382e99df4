import type { ContentBlock, IContent, TokenEstimator } from '@palimpsest/core-types';
import { createTokenMeter, type TokenMeter } from '../meter/token-meter.ts';
import { isBoundThinking, type BoundThinking } from './bound-thinking.ts';

/** A block as an entry of its own: always the same one, so that estimators that remember entries know it again. */
const alone = new WeakMap<ContentBlock, IContent>();

/** Meters that count nothing but reasoning that is bound to what precedes it, one for each meaning of that. */
export function thinkingMeters(
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
