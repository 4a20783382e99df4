import type { IContent } from '@palimpsest/core-types';
import { humanTextLength, isHumanText, isRequest, type EntryPredicate } from '@palimpsest/history';
import { isMarkersAlone } from './markers-alone.ts';

/** Human text of more characters counts as ordinary text. */
export const LONG_HUMAN_TEXT = 2_000;

/** What may become of an entry: `kept` whole, `ordinary`, or `human`, which is reduced when nothing else is left to give. */
export type RetentionClass = 'kept' | 'ordinary' | 'human';

/** How each entry of a history stands. */
export function classifyEntries(
  history: readonly IContent[],
  { boundary, isProtected }: { readonly boundary: number; readonly isProtected: EntryPredicate },
): RetentionClass[] {
  const newestHuman = history.findLastIndex(isRequest);
  // Where that is a picture alone, what was asked stands before it.
  const request = history.findLastIndex((entry) => isRequest(entry) && humanTextLength(entry) > 0);
  return history.map((entry, at) => {
    if (at >= boundary || isProtected(entry)) return 'kept';
    if (entry.speaker === 'human' && isMarkersAlone(entry)) return 'kept';
    if (!isHumanText(entry) || humanTextLength(entry) > LONG_HUMAN_TEXT) return 'ordinary';
    return at === newestHuman || at === request ? 'kept' : 'human';
  });
}
