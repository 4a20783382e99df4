import type { IContent } from '@palimpsest/core-types';
import type { RequirementLevel } from '@palimpsest/directives';
import { humanTextLength } from '@palimpsest/history';
import { listDirectiveRows, readLevels, type DirectiveOptions } from './directive-rows.ts';

/** Longest message, in UTF-16 units of its texts and code, that stays whole for what it demands. */
const LONGEST_PINNED = 2_000;

/**
 * Pins what the caller pins, and messages of at most 2,000 characters in which a person demands something. Of longer ones, and of those
 * that carry more than text and code, only what they demand is worth keeping: see `noteLostDirectives`.
 *
 * @throws {OrchestratorOptionError} for a force that is not known
 */
export function pinDirectives(
  pinned?: (entry: IContent) => boolean,
  options: DirectiveOptions = {},
): (entry: IContent) => boolean {
  const forces = readLevels(options);
  return (entry) => pinned?.(entry) === true || (isPlain(entry) && demands(entry, forces));
}

function isPlain(entry: IContent): boolean {
  return (
    entry.speaker === 'human' &&
    humanTextLength(entry) <= LONGEST_PINNED &&
    entry.blocks.every(({ type }) => type === 'text' || type === 'code')
  );
}

function demands(entry: IContent, forces: ReadonlySet<RequirementLevel>): boolean {
  return listDirectiveRows(entry).some(({ force }) => forces.has(force));
}
