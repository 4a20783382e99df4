import type { CompressionRecord } from './compression-record.ts';
import type { Manifest } from './manifest.ts';

interface FindOptions {
  /** Considers only compressions with this conversation name or without a name. */
  readonly conversation?: string | undefined;
  /** Ids of compressions to ignore, together with those that continue them. */
  readonly except?: ReadonlySet<string> | undefined;
  /**
   * Whether the output must include a message that a compression wrote. If not, an output that only lacks messages counts, too, where the
   * conversation is the named one or has no name. @default false
   */
  readonly needsWritten?: boolean | undefined;
}

/**
 * Finds the compression with whose whole output the list begins. Prefers the last of compressions that continue each other, then the longest
 * output. Returns several, newest first, if compressions with different ids wrote that output.
 */
export function findCompressions(
  manifest: Manifest,
  digests: readonly string[],
  { conversation, except, needsWritten = false }: FindOptions = {},
): readonly CompressionRecord[] {
  const written = digests.findIndex((digest) => manifest.written(digest) !== undefined);
  const excluded = withContinuations(manifest, except);
  const found = manifest.atStart(digests).filter((record) => {
    const { id, outputLength } = record;
    if (!belongsTo(record, conversation) || excluded.has(id)) return false;
    if (written >= 0 && outputLength > written) return true;
    const isNamed = conversation === undefined || record.facts.conversation === conversation;
    return !needsWritten && isNamed;
  });
  const earlier = ancestorsOf(manifest, found);
  const last = found.filter(({ id }) => !earlier.has(id));
  const longest = last.reduce((most, { outputLength }) => Math.max(most, outputLength), 0);
  const byId = new Map(
    last.filter(({ outputLength }) => outputLength === longest).map((one) => [one.id, one]),
  );
  return [...byId.values()].toSorted((left, right) => right.number - left.number);
}

/** Returns whether a compression has this conversation name or no name. True for every compression if `conversation` is `undefined`. */
export function belongsTo({ facts }: CompressionRecord, conversation: string | undefined): boolean {
  return conversation === undefined || (facts.conversation ?? conversation) === conversation;
}

/** Returns ids, and those of the compressions that continue them, directly or indirectly. */
function withContinuations(
  { records }: Manifest,
  ids: ReadonlySet<string> = new Set(),
): ReadonlySet<string> {
  const all = new Set(ids);
  if (all.size === 0) return all;
  // Oldest first, so each record follows one that was visited.
  for (const { id, previousIds } of records) {
    if (previousIds[0] !== undefined && all.has(previousIds[0])) all.add(id);
  }
  return all;
}

/** Returns the ids of the compressions that these continue, directly or indirectly. Linear: visits each compression once. */
function ancestorsOf(manifest: Manifest, records: readonly CompressionRecord[]): Set<string> {
  const seen = new Set<string>();
  for (const record of records) {
    let [id] = record.previousIds;
    while (id !== undefined && !seen.has(id)) {
      seen.add(id);
      id = manifest.withId(id)[0]?.previousIds[0];
    }
  }
  return seen;
}
