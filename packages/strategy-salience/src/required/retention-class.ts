import { isMarker, type ContentBlock, type IContent } from '@palimpsest/core-types';
import { humanTextLength, isHumanText, isRequest, type EntryPredicate } from '@palimpsest/history';

/** A longer user text counts as ordinary text. In UTF-16 units. */
export const LONG_HUMAN_TEXT = 2_000;

/**
 * How an entry may be treated. `kept`: unchanged. `ordinary`: reduced first. `human`: reduced only after that. `answer`: the assistant text
 * that the newest request answers; ordinary at first, unchanged while user text is reduced, reduced again before directives are.
 */
export type RetentionClass = 'kept' | 'ordinary' | 'human' | 'answer';

export interface ClassifyOptions {
  /** Index of the first entry of the tail. */
  readonly tailStart: number;
  /** Index of the text that the newest request answers, -1 if none. */
  readonly answeredIndex: number;
  readonly isProtected: EntryPredicate;
}

/** Returns the retention class of each entry. */
export function classifyEntries(
  history: readonly IContent[],
  { tailStart, answeredIndex, isProtected }: ClassifyOptions,
): RetentionClass[] {
  const newestHuman = history.findLastIndex(isRequest);
  // If the newest request is only an image, the question is in the request before it.
  const request = history.findLastIndex((entry) => isRequest(entry) && humanTextLength(entry) > 0);
  return history.map((entry, at) => {
    if (at >= tailStart || isProtected(entry)) return 'kept';
    if (at === answeredIndex) return 'answer';
    if (entry.speaker === 'human' && isMarkersAlone(entry)) return 'kept';
    if (!isHumanText(entry) || humanTextLength(entry) > LONG_HUMAN_TEXT) return 'ordinary';
    return at === newestHuman || at === request ? 'kept' : 'human';
  });
}

/** Returns whether an entry contains only markers. */
export function isMarkersAlone({ blocks }: IContent): boolean {
  return blocks.length > 0 && blocks.every(isMarkerText);
}

function isMarkerText(block: ContentBlock): boolean {
  return block.type === 'text' && isMarker(block.text);
}
