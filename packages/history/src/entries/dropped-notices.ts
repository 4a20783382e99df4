import {
  formatDroppedNotice,
  parseDroppedNotice,
  type DroppedNotice,
  type IContent,
} from '@palimpsest/core-types';

const REASON = 'dropped-entries';

/** Creates the entry that reports how many entries were removed. It is inserted where the first of them was. */
export function createDroppedNotice(notice: DroppedNotice): IContent {
  return {
    speaker: 'human',
    blocks: [{ type: 'text', text: formatDroppedNotice(notice) }],
    metadata: { synthetic: true, reason: REASON },
  };
}

/** Parses an entry that is only a dropped notice; `undefined` for any other entry. Not proof: anyone can type one. */
export function parseNoticeEntry({ speaker, blocks }: IContent): DroppedNotice | undefined {
  const [block] = blocks;
  if (speaker === 'tool' || speaker === 'system' || blocks.length !== 1 || block?.type !== 'text')
    return undefined;
  return typeof block.text === 'string' ? parseDroppedNotice(block.text) : undefined;
}

/** Returns whether Palimpsest created this notice: only then may a newer one replace it. */
export function isGeneratedNotice(entry: IContent): boolean {
  const { metadata } = entry;
  return (
    metadata?.synthetic === true &&
    metadata.reason === REASON &&
    parseNoticeEntry(entry) !== undefined
  );
}

/**
 * Returns the tail start of an earlier compression: a notice reports it, and no entry was appended since. The smallest if several notices
 * are valid.
 */
export function findStableTailStart(history: readonly IContent[]): number | undefined {
  let tailStart: number | undefined;
  for (const [index, entry] of history.entries()) {
    const notice = parseNoticeEntry(entry);
    const following = history.length - 1 - index;
    if (notice === undefined || notice.following !== following) continue;
    if (notice.newest > following) continue;
    tailStart = Math.min(tailStart ?? history.length, history.length - notice.newest);
  }
  return tailStart;
}
