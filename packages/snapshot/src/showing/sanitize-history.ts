import type { IContent, TextBlock } from '@palimpsest/core-types';
import { showBlock } from './show-block.ts';

/**
 * Converts a history to text entries without the role `tool`, for hosts that send it as turns: calls and results as text, media as
 * placeholders, no reasoning. Removes entries without content (llxprt-code host contract).
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
