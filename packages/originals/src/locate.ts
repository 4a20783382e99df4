import { chainDigest, type CompressionRecord } from './compression-record.ts';
import { type Manifest, ancestorsOf, followersOf } from './manifest.ts';
import { matchEdited, type Match } from './match-edited.ts';

/**
 * Finds the compression whose whole output the list begins with. Prefers the last of compressions that continue each other, then the
 * longest output. Ignores outputs with fewer than `shortest` messages.
 */
export function matchStart(
  manifest: Manifest,
  digests: readonly string[],
  isPossible: (record: CompressionRecord) => boolean,
  shortest = 0,
): Match | undefined {
  const found: CompressionRecord[] = [];
  const look = (chain: string): void => {
    for (const record of manifest.withWhole(chain)) {
      if (record.length >= shortest && isPossible(record)) found.push(record);
    }
  };
  // Every list begins with an empty output, so it counts only for an empty list.
  if (digests.length === 0) look('');
  const longest = Math.min(digests.length, manifest.longest);
  for (let [index, chain] = [0, '']; index < longest; index += 1) {
    chain = chainDigest(chain, digests[index]!);
    look(chain);
  }
  const earlier = found.length < 2 ? undefined : ancestorsOf(manifest, found);
  const last = found.filter(({ id }) => earlier?.has(id) !== true);
  const count = last.reduce((most, { length }) => Math.max(most, length), 0);
  const byId = new Map(last.filter(({ length }) => length === count).map((one) => [one.id, one]));
  const records = [...byId.values()].toSorted((left, right) => right.number - left.number);
  if (records.length === 0) return undefined;
  return { records, count, segments: count === 0 ? [] : [{ from: 0, to: 0, length: count }] };
}

interface LocateOptions {
  /** Considers only compressions with this conversation name or without a name. */
  readonly conversation?: string | undefined;
  /** Reports equally good matches as ambiguous, or selects the newest. @default 'report' */
  readonly ambiguity?: 'report' | 'newest' | undefined;
  /** Ids of compressions to ignore. */
  readonly except?: ReadonlySet<string> | undefined;
  /**
   * Whether the matched output must include a message that a compression wrote. If not, an output that only lacks messages also matches.
   * @default false
   */
  readonly needsWritten?: boolean | undefined;
}

/**
 * Finds the compression whose output the list begins with. If the list was edited since, finds the one with most of its output in the list.
 * Returns several records if they match equally well, unless `ambiguity` is `newest`.
 */
export function locate(
  manifest: Manifest,
  digests: readonly string[],
  { conversation, ambiguity, except, needsWritten = false }: LocateOptions,
): Match | undefined {
  if (manifest.records.length === 0) return undefined;
  const isPossible = (record: CompressionRecord): boolean =>
    except?.has(record.id) !== true && isOf(record, conversation);
  const written = findWritten(manifest, digests);
  // Without the conversation's name, an output that only lacks messages proves nothing: another conversation may begin in the same way.
  const isEvident = (record: CompressionRecord): boolean =>
    isPossible(record) && (isNamed(record, conversation) || record.length > written);
  let match = matchStart(manifest, digests, isEvident, needsWritten ? written + 1 : 0);
  if (match === undefined) {
    if (written < digests.length) match = matchEdited(manifest, digests, isPossible);
  } else if (findWritten(manifest, digests, match.count) < digests.length) {
    // A later compression of the same conversation may match better, if its output was edited after this beginning.
    const ids = match.records.map(({ id }) => id);
    const followers = followersOf(manifest, ids);
    const edited = matchEdited(
      manifest,
      digests,
      (record) => isPossible(record) && followers.has(record.id),
    );
    if (edited !== undefined && edited.count > match.count) match = edited;
  }
  return match && ambiguity === 'newest' ? { ...match, records: match.records.slice(0, 1) } : match;
}

/** Returns whether a compression has this conversation name or no name. True for every compression if `conversation` is `undefined`. */
export function isOf({ facts }: CompressionRecord, conversation: string | undefined): boolean {
  return conversation === undefined || (facts.conversation ?? conversation) === conversation;
}

/** Returns whether a compression has this conversation name. True for every compression if `conversation` is `undefined`. */
function isNamed({ facts }: CompressionRecord, conversation: string | undefined): boolean {
  return conversation === undefined || facts.conversation === conversation;
}

/** Returns the first index from `start` on of a message that a compression wrote; `digests.length` if there is none. */
export function findWritten(manifest: Manifest, digests: readonly string[], start = 0): number {
  let index = start;
  while (index < digests.length && manifest.written(digests[index]!) === undefined) index += 1;
  return index;
}
