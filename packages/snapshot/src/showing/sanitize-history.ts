import type { IContent, TextBlock } from '@palimpsest/core-types';
import { showBlock } from './show-block.ts';

/**
 * A history as texts of `human` and `ai` entries, for hosts that send it as turns: calls and results in words, media as placeholders, no
 * reasoning. Entries of which nothing is left go (llxprt-code host contract).
 */
export function sanitizeHistoryForCompression(history: readonly IContent[]): IContent[] {
  return history.flatMap((entry): IContent[] => {
    const blocks = entry.blocks.flatMap((block): TextBlock[] => {
      const text = showBlock(block);
      return text === undefined || text.trim() === '' ? [] : [{ type: 'text', text }];
    });
    if (blocks.length === 0) return [];
    return [{ speaker: entry.speaker === 'tool' ? 'human' : entry.speaker, blocks }];
  });
}
