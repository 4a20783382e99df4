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
  const found = manifest.atStart(digests).filter((record) => {
    const { id, length } = record;
    if (!isOf(record, conversation)) return false;
    if (except?.has(id) === true || (except && hasAncestor(manifest, record, except))) return false;
    if (written >= 0 && length > written) return true;
    const isNamed = conversation === undefined || record.facts.conversation === conversation;
    return !needsWritten && isNamed;
  });
  const ids = new Set(found.map(({ id }) => id));
  const earlier = new Set(
    found.length < 2 ? [] : found.flatMap((one) => ancestorsIn(manifest, one, ids)),
  );
  const last = found.filter(({ id }) => !earlier.has(id));
  const longest = last.reduce((most, { length }) => Math.max(most, length), 0);
  const byId = new Map(last.filter(({ length }) => length === longest).map((one) => [one.id, one]));
  return [...byId.values()].toSorted((left, right) => right.number - left.number);
}

/** Returns whether a compression has this conversation name or no name. True for every compression if `conversation` is `undefined`. */
export function isOf({ facts }: CompressionRecord, conversation: string | undefined): boolean {
  return conversation === undefined || (facts.conversation ?? conversation) === conversation;
}

function hasAncestor(
  manifest: Manifest,
  record: CompressionRecord,
  ids: ReadonlySet<string>,
): boolean {
  return ancestorsIn(manifest, record, ids).length > 0;
}

/** Returns which of `ids` a compression continues, directly or indirectly. */
function ancestorsIn(
  manifest: Manifest,
  record: CompressionRecord,
  ids: ReadonlySet<string>,
): string[] {
  const seen = new Set<string>();
  let [id] = record.follows;
  while (id !== undefined && !seen.has(id)) {
    seen.add(id);
    id = manifest.withId(id)[0]?.follows[0];
  }
  return [...seen].filter((one) => ids.has(one));
}
