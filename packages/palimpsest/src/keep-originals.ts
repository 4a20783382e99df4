import type { IContent, OriginalsStore, ProvenanceRecord } from '@palimpsest/core-types';

/**
 * Leaves, for every entry that stands for something else, the originals in the store. The id is the SHA-256 of the entry as it went out,
 * without what only a codec knows, so that it can be found again from plain provider messages.
 */
export async function keepOriginals(
  store: OriginalsStore,
  before: readonly IContent[],
  after: readonly IContent[],
  provenance: readonly ProvenanceRecord[],
): Promise<void> {
  for (const [index, { sources, reason }] of provenance.entries()) {
    if (reason === 'kept' || sources.length === 0) continue;
    const originals = sources.map((source) => before[source]!);
    await store.put(await digest(after[index]!), originals);
  }
}

/** The id under which the originals of an entry are kept. */
export async function digest({ speaker, blocks }: IContent): Promise<string> {
  const plain = blocks.map(({ native: _native, ...block }) => block);
  const bytes = new TextEncoder().encode(JSON.stringify({ speaker, blocks: plain }));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
