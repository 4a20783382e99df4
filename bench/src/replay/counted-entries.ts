import type { IContent } from '@palimpsest/core-types';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import { createHash } from 'node:crypto';
import type { CountedEntry } from './prefix-cache.ts';

const counted = new WeakMap<IContent, CountedEntry>();

/** Returns an entry as the simulated provider sees it: speaker and blocks, without native codec data. Cached per object. */
export function countEntry(entry: IContent): CountedEntry {
  const known = counted.get(entry);
  if (known !== undefined) return known;
  const sent = JSON.stringify([
    entry.speaker,
    entry.blocks.map(({ native: _native, ...block }) => block),
  ]);
  const digest = createHash('sha1').update(sent).digest('base64');
  const made = { digest, tokens: estimateEntryTokens([entry]) };
  counted.set(entry, made);
  return made;
}

/** Estimates tokens for policies and for the bill: the sum over entries, each counted once. */
export function estimateEntries(entries: readonly IContent[]): number {
  let tokens = 0;
  for (const entry of entries) tokens += countEntry(entry).tokens;
  return tokens;
}

/** Returns the number of leading entries that two requests have in common. */
export function sharedLength(a: readonly CountedEntry[], b: readonly CountedEntry[]): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && (a[at] === b[at] || a[at]!.digest === b[at]!.digest)) at += 1;
  return at;
}
