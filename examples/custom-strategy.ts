import { DROPPED_POINTER, isMarker, type ContentBlock } from '@palimpsest/core-types';
import { defineStrategy, replaceEntry } from '@palimpsest/engine';
import { createPalimpsest } from 'palimpsest';
import messages from './session.json' with { type: 'json' };

/** Turns old tool results into a line, oldest first, until the history fits. Failures stay. */
export const pruneOldResults = defineStrategy({
  name: 'prune-results',
  humanText: 'kept',
  description: 'Old tool results become a line, oldest first, until the history fits.',
  *candidates({ history, tailStart, isProtected }) {
    for (const [at, entry] of history.slice(0, tailStart).entries()) {
      const blocks = entry.blocks.map(pruned);
      const isSame = blocks.every((block, index) => block === entry.blocks[index]);
      if (!isSame && !isProtected(entry)) {
        yield replaceEntry(at, { ...entry, blocks }, { toolResults: 1 });
      }
    }
  },
});

function pruned(block: ContentBlock): ContentBlock {
  if (block.type !== 'tool_response' || typeof block.result !== 'string') return block;
  const hasFailed = block.isError === true || (block.error ?? '') !== '';
  const isPruned = isMarker(block.result) || block.result.length <= DROPPED_POINTER.length;
  return hasFailed || isPruned ? block : { ...block, result: DROPPED_POINTER };
}

const palimpsest = createPalimpsest();
palimpsest.registry.register(pruneOldResults);
const { report } = await palimpsest.compress(messages, {
  strategy: 'prune-results',
  targetRatio: 0.5,
});
console.log(`${report.tokensBefore} tokens became ${report.tokensAfter}`);
