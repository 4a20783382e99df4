import type { IContent } from '@palimpsest/core-types';
import { isHumanText, type Protection } from '@palimpsest/history';
import { isMarkersAlone } from './gap-notes.ts';
import type { Part } from './parts.ts';

/** Human text of more characters counts as ordinary text. */
export const LONG_HUMAN_TEXT = 2_000;

/** What may become of an entry: `kept` whole, `ordinary`, or `human`, which is reduced when nothing else is left to give. */
export type Standing = 'kept' | 'ordinary' | 'human';

/** How each entry of a history stands. */
export function standings(
  history: readonly IContent[],
  parts: readonly (readonly Part[])[],
  { boundary, isProtected }: { readonly boundary: number; readonly isProtected: Protection },
): Standing[] {
  const newestHuman = history.findLastIndex(isHumanText);
  return history.map((entry, at) => {
    if (at >= boundary || isProtected(entry)) return 'kept';
    if (entry.speaker !== 'human') return 'ordinary';
    let length = 0;
    for (const { reading } of parts[at]!) length += reading.source.length;
    if (length > LONG_HUMAN_TEXT) return 'ordinary';
    return at === newestHuman || isMarkersAlone(entry) ? 'kept' : 'human';
  });
}
