import type { IContent } from '@palimpsest/core-types';
import { createIsProtected } from '@palimpsest/engine/history';
import { measureCandidate, type MeasuredRequest, type PrepareContext } from './prepare-context.ts';

// The modules of these edits are loaded on first use: most requests need none.

/** A request, and the number of its changed entries. */
interface Edited {
  readonly candidate: MeasuredRequest;
  readonly count: number;
}

/** Replaces results that a setting drops by one line, and old media by placeholders. */
export async function replaceOldContent(
  given: MeasuredRequest,
  context: PrepareContext,
): Promise<Edited> {
  const { candidate, count } = await withoutDropped(given, context);
  const replaced = await withoutOldMedia(candidate, context);
  return { candidate: replaced.candidate, count: count + replaced.count };
}

/** Reduces results before they are first sent. */
export async function reduceNewResults(
  given: MeasuredRequest,
  context: PrepareContext,
): Promise<Edited> {
  const { ingestTokens } = context.call;
  if (ingestTokens === undefined || given.freshTokens <= ingestTokens) {
    return { candidate: given, count: 0 };
  }
  const { ingestResults } = await import('./ingest-results.ts');
  return await ingestResults(given, ingestTokens, context);
}

async function withoutOldMedia(given: MeasuredRequest, context: PrepareContext): Promise<Edited> {
  const { maxRequestBytes: maxBytes } = context.call;
  if (maxBytes === undefined) return { candidate: given, count: 0 };
  const { pinned, originalId } = context.options;
  const { dropOldMedia } = await import('./drop-old-media.ts');
  const isProtected = createIsProtected(pinned);
  return await withChanges(given, context, (entries) =>
    dropOldMedia(entries, { maxBytes, isProtected, originalId }),
  );
}

async function withoutDropped(given: MeasuredRequest, context: PrepareContext): Promise<Edited> {
  const { drop } = context.call;
  if (drop === undefined) return { candidate: given, count: 0 };
  const { dropResults } = await import('@palimpsest/engine/rules');
  return await withChanges(given, context, (entries) =>
    dropResults(entries, drop, context.options),
  );
}

/** Returns the request with the entries that `change` returns by their index, and their number. */
async function withChanges(
  given: MeasuredRequest,
  context: PrepareContext,
  change: (entries: readonly IContent[]) => ReadonlyMap<number, IContent>,
): Promise<Edited> {
  const entries = [...given.sent, ...given.pending];
  const changed = change(entries);
  if (changed.size === 0) return { candidate: given, count: 0 };
  const after = entries.map((entry, at) => changed.get(at) ?? entry);
  const sent = after.slice(0, given.sent.length);
  const pending = after.slice(given.sent.length);
  return {
    candidate: await measureCandidate({ raw: sent, sent, pending }, context),
    count: changed.size,
  };
}
