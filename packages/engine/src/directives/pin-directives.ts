import type { IContent } from '@palimpsest/core-types';
import { humanTextLength } from '@palimpsest/history';
import { findDirectives } from '@palimpsest/directives';
import { listDirectiveRows, type FindDirectives } from './directive-rows.ts';

/** Maximum length of a message that is pinned for its directives, in UTF-16 units of its texts and code. */
const MAX_PINNED_LENGTH = 2_000;

/**
 * Returns a predicate that pins what `pinned` pins, and user messages with directives: at most 2,000 characters, only text and code. Of other
 * messages, only the directives are kept: see `restateLostDirectives`.
 *
 * @param find finds the directives of a text. @default `findDirectives` of `@palimpsest/directives`
 */
export function pinDirectives(
  pinned?: (entry: IContent) => boolean,
  find: FindDirectives = findDirectives,
): (entry: IContent) => boolean {
  return (entry) =>
    pinned?.(entry) === true || (isPlain(entry) && listDirectiveRows(entry, find).length > 0);
}

function isPlain(entry: IContent): boolean {
  return (
    entry.speaker === 'human' &&
    humanTextLength(entry) <= MAX_PINNED_LENGTH &&
    entry.blocks.every(({ type }) => type === 'text' || type === 'code')
  );
}
