import { parseGapMarker, type IContent } from '@palimpsest/core-types';
import { parseNoticeEntry } from './dropped-notices.ts';
import { isGeneratedSnapshot } from './own-snapshot.ts';

/**
 * Whether a person says something in an entry: a notice of ours is no human text, nor is a mark for lines left out, nor a snapshot, nor an entry that
 * only carries responses.
 */
export function isHumanText(entry: IContent): boolean {
  if (entry.speaker !== 'human' || isNotice(entry) || isGeneratedSnapshot(entry)) return false;
  const { blocks } = entry;
  // Media beside a result belongs to it.
  const hasResults = blocks.some(({ type }) => type === 'tool_response');
  return (
    blocks.length === 0 ||
    blocks.some(({ type }) => {
      if (type === 'tool_response' || type === 'tool_call') return false;
      return type !== 'media' || !hasResults;
    })
  );
}

/** The first line of a note of what people demanded. It reads as a heading of rules, so that the rows bind even where the metadata is lost. */
export const DEMANDS_HEADING =
  "Rules from earlier messages, in the person's own words, word for word:";

/** Whether a person asks or tells something in an entry. A note of demands takes no request's place: it is known by its first line, as formats forget metadata. */
export function isRequest(entry: IContent): boolean {
  const [block] = entry.blocks;
  const text: unknown = block?.type === 'text' ? block.text : undefined;
  const isNote = typeof text === 'string' && text.startsWith(DEMANDS_HEADING);
  return isHumanText(entry) && !isNote;
}

/** Characters (UTF-16 units) of the texts and code of an entry: what `StrategyPlugin.longHumanText` is compared with. */
export function humanTextLength({ blocks }: IContent): number {
  let length = 0;
  for (const block of blocks) {
    const text = block.type === 'text' ? block.text : block.type === 'code' ? block.code : '';
    if (typeof text === 'string') length += text.length;
  }
  return length;
}

/** An entry in words that strategies use for themselves. Anybody can type them. */
export function isNotice(entry: IContent): boolean {
  return isGapMark(entry) || parseNoticeEntry(entry) !== undefined;
}

/** Whether an entry is nothing but a mark for lines left out. */
export function isGapMark({ blocks }: IContent): boolean {
  const [block] = blocks;
  return (
    blocks.length === 1 &&
    block?.type === 'text' &&
    typeof block.text === 'string' &&
    parseGapMarker(block.text) !== undefined
  );
}
