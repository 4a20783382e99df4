import type { IContent } from '@palimpsest/core-types';
import { createIsProtected } from '@palimpsest/history';
import { measureCandidate, type MeasuredRequest, type PrepareContext } from './prepare-context.ts';

// The modules of these edits are loaded on first use: most requests need none.

/** A request, and the number of its changed entries. */
interface Edited {
  readonly candidate: MeasuredRequest;
  readonly count: number;
}

interface Rereads {
  /** Number of new reads whose earlier result was shortened; absent unless they are looked for. */
  readonly rereads?: number | undefined;
}

/** Reduces results before they are first sent. */
export async function reduceNewResults(
  given: MeasuredRequest,
  context: PrepareContext,
): Promise<Edited & Rereads> {
  const { candidate, count, rereads } = await withoutRepeats(given, context);
  const reduced = await withoutLargeResults(candidate, context);
  return { candidate: reduced.candidate, count: count + reduced.count, rereads };
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

async function withoutRepeats(
  given: MeasuredRequest,
  context: PrepareContext,
): Promise<Edited & Rereads> {
  if (!context.call.referencesRepeatedReads) return { candidate: given, count: 0 };
  const { findRepeatedReads } = await import('./repeated-reads.ts');
  const { originalId, taxonomy = (await import('@palimpsest/tool-taxonomy')).defaultToolTaxonomy } =
    context.options;
  let rereads = 0;
  const edited = await withChanges(given, context, (entries) => {
    const found = findRepeatedReads(entries, { from: given.seen, taxonomy, originalId });
    ({ rereads } = found);
    return found.changed;
  });
  return { ...edited, rereads };
}

async function withoutLargeResults(
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
