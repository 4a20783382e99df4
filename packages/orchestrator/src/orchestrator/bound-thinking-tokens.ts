import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { isBoundThinking } from './bound-thinking.ts';
import type { Ground } from './ground.ts';

/** A block as an entry of its own: always the same one, so that it is counted once. */
const alone = new WeakMap<ContentBlock, IContent>();

/** Tokens of reasoning that goes when an entry before it changes. */
export async function boundThinkingTokens(
  entries: readonly IContent[],
  from: number,
  { call, meter }: Pick<Ground, 'call' | 'meter'>,
): Promise<number> {
  if (call.boundThinking === 'none') return 0;
  const found: IContent[] = [];
  let at = -1;
  for (const { speaker, blocks } of entries) {
    at += 1;
    if (at < from || speaker !== 'ai') continue;
    for (const block of blocks) {
      if (!isBoundThinking(block, call.boundThinking)) continue;
      const entry = alone.get(block) ?? { speaker: 'ai', blocks: [block] };
      alone.set(block, entry);
      found.push(entry);
    }
  }
  return found.length === 0 ? 0 : await meter.tokensOf(found);
}
