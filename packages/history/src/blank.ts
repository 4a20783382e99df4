import type { ContentBlock, CuratedHistory, IContent, RawHistory } from '@palimpsest/core-types';

/** Whether a block says anything. Calls, responses, media and parts we do not know always do. */
export function hasContent(block: ContentBlock): boolean {
  switch (block.type) {
    case 'text':
      return isVisible(block.text);
    case 'code':
      return isVisible(block.code);
    case 'thinking':
      return (
        isVisible(block.thought) || isVisible(block.signature) || isVisible(block.encryptedContent)
      );
    default:
      return true;
  }
}

/** An entry that says nothing at all; providers refuse it. */
export function isBlank({ blocks }: IContent): boolean {
  for (const block of blocks) if (hasContent(block)) return false;
  return true;
}

/** An AI entry with nothing but reasoning; providers refuse it or take its signature for forged (D4). */
export function isReasoningOnly({ speaker, blocks }: IContent): boolean {
  if (speaker !== 'ai') return false;
  let thinks = false;
  for (const block of blocks) {
    if (block.type === 'thinking') thinks = true;
    else if (hasContent(block)) return false;
  }
  return thinks;
}

/** The view `compress` works on: the raw history without blank AI entries. The same array where there are none. */
export function curate(history: RawHistory): CuratedHistory {
  return history.every(isCurated) ? history : history.filter(isCurated);
}

function isCurated(entry: IContent): boolean {
  return entry.speaker !== 'ai' || !isBlank(entry);
}

function isVisible(text: unknown): boolean {
  return typeof text === 'string' && /\S/.test(text);
}
