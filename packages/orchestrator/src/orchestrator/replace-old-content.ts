import type { IContent } from '@palimpsest/core-types';
import { createIsProtected } from '@palimpsest/engine/history';
import { dropResults } from '@palimpsest/engine/rules';
import { dropOldMedia } from './drop-old-media.ts';
import { measure, type MeasuredCandidate, type PrepareContext } from './prepare-context.ts';

/** Replaces results that a setting drops by one line, and old media by placeholders. */
export async function replaceOldContent(
  given: MeasuredCandidate,
  context: PrepareContext,
): Promise<{ readonly candidate: MeasuredCandidate; readonly optimized: number }> {
  const { call, options } = context;
  const { drop, maxRequestBytes: maxBytes } = call;
  const { pinned, originalId } = options;
  let entries: readonly IContent[] = [...given.history, ...given.pending];
  let optimized = 0;
  const replace = (changed: ReadonlyMap<number, IContent>): void => {
    entries = entries.map((entry, at) => changed.get(at) ?? entry);
    optimized += changed.size;
  };
  if (drop !== undefined) replace(dropResults(entries, drop, options));
  if (maxBytes !== undefined) {
    const isProtected = createIsProtected(pinned);
    replace(dropOldMedia(entries, { maxBytes, isProtected, originalId }));
  }
  if (optimized === 0) return { candidate: given, optimized };
  const { length } = given.history;
  return {
    candidate: await measure(entries.slice(0, length), entries.slice(length), context),
    optimized,
  };
}
