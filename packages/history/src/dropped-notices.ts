import {
  formatDroppedNotice,
  parseDroppedNotice,
  type DroppedNotice,
  type IContent,
} from '@palimpsest/core-types';

const REASON = 'dropped-entries';

/** An entry that says, where the first of them stood, how many entries are gone and which ones were not touched. */
export function createDroppedNotice(notice: DroppedNotice): IContent {
  return {
    speaker: 'human',
    blocks: [{ type: 'text', text: formatDroppedNotice(notice) }],
    metadata: { synthetic: true, reason: REASON },
  };
}

/** What an entry claims to be missing, where it is nothing but a notice. Anybody can type one. */
export function parseNoticeEntry({ speaker, blocks }: IContent): DroppedNotice | undefined {
  const [block] = blocks;
  if (speaker === 'tool' || speaker === 'system' || blocks.length !== 1 || block?.type !== 'text')
    return undefined;
  return typeof block.text === 'string' ? parseDroppedNotice(block.text) : undefined;
}

/** Whether we made this notice ourselves: only then may a newer one take its place. */
export function isGeneratedNotice(entry: IContent): boolean {
  const { metadata } = entry;
  return (
    metadata?.synthetic === true &&
    metadata.reason === REASON &&
    parseNoticeEntry(entry) !== undefined
  );
}

/**
 * The boundary an earlier compression left, where a notice tells it and exactly as many entries follow as it says, so that nothing was
 * appended since. Of several that fit, the one that leaves the most alone.
 */
export function findStableTailStart(history: readonly IContent[]): number | undefined {
  let boundary: number | undefined;
  for (const { newest } of settledNotices(history)) {
    boundary = Math.min(boundary ?? history.length, history.length - newest);
  }
  return boundary;
}

/** Index of the first notice that tells a boundary: an entry that is inserted behind it would count as appended. */
export function findValidNotice(history: readonly IContent[]): number | undefined {
  for (const { index } of settledNotices(history)) return index;
  return undefined;
}

function* settledNotices(
  history: readonly IContent[],
): Generator<{ readonly index: number; readonly newest: number }> {
  for (const [index, entry] of history.entries()) {
    const notice = parseNoticeEntry(entry);
    if (notice === undefined || notice.following !== history.length - 1 - index) continue;
    if (notice.newest <= notice.following) yield { index, newest: notice.newest };
  }
}
