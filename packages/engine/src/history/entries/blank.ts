import type { ContentBlock, CuratedHistory, IContent, RawHistory } from '@palimpsest/core-types';

/** Returns whether a block has content. Calls, results, media and opaque blocks always have. */
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

/** Returns whether an entry has no content; providers reject such entries. */
export function isBlank({ blocks }: IContent): boolean {
  for (const block of blocks) if (hasContent(block)) return false;
  return true;
}

/** Returns whether an assistant entry has only reasoning; providers reject it or treat its signature as forged. */
export function isReasoningOnly({ speaker, blocks }: IContent): boolean {
  if (speaker !== 'ai') return false;
  let thinks = false;
  for (const block of blocks) {
    if (block.type === 'thinking') thinks = true;
    else if (hasContent(block)) return false;
  }
  return thinks;
}

/** Returns the history without blank assistant entries, the input of `compress`. The same array if there are none. */
export function curate(history: RawHistory): CuratedHistory {
  return history.every(isCurated) ? history : history.filter(isCurated);
}

function isCurated(entry: IContent): boolean {
  return entry.speaker !== 'ai' || !isBlank(entry);
}

function isVisible(text: unknown): boolean {
  return typeof text === 'string' && /\S/.test(text);
}

/** Returns whether an entry has a property, for example whether it is protected. */
export type EntryPredicate = (entry: IContent) => boolean;

/** Creates the predicate for protected entries: system, `metadata.pinned`, or pinned by the caller (law 3). */
export function createIsProtected(pinned?: (entry: IContent) => boolean): EntryPredicate {
  return (entry) =>
    entry.speaker === 'system' ||
    entry.metadata?.pinned === true ||
    (pinned !== undefined && pinned(entry));
}
