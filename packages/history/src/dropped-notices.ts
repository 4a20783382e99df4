import { droppedNotice, parseDroppedNotice, type IContent } from '@palimpsest/core-types';

const REASON = 'dropped-entries';

/** A human entry that says, at the place where they stood, how many entries are gone and how many follow. */
export function makeDroppedNotice(dropped: number, following: number): IContent {
  return {
    speaker: 'human',
    blocks: [{ type: 'text', text: droppedNotice(dropped, following) }],
    metadata: { synthetic: true, reason: REASON },
  };
}

/** What an entry claims to be missing, where it is nothing but a notice. Anybody can type one. */
export function readDroppedNotice({
  speaker,
  blocks,
}: IContent): { readonly dropped: number; readonly following: number } | undefined {
  const [block] = blocks;
  if (speaker !== 'human' || blocks.length !== 1 || block?.type !== 'text') return undefined;
  return typeof block.text === 'string' ? parseDroppedNotice(block.text) : undefined;
}

/** Whether we made this notice ourselves: only then may a newer one take its place. */
export function isOwnNotice(entry: IContent): boolean {
  const { synthetic, reason } = entry.metadata ?? {};
  return synthetic === true && reason === REASON && readDroppedNotice(entry) !== undefined;
}

/**
 * The boundary an earlier compression left: the entry behind the oldest notice that exactly as many entries follow as it says, so that
 * nothing was appended since. Of several that fit, the oldest leaves the most alone.
 */
export function settledBoundary(history: readonly IContent[]): number | undefined {
  for (const [index, entry] of history.entries()) {
    if (readDroppedNotice(entry)?.following === history.length - 1 - index) return index + 1;
  }
  return undefined;
}
