import { chainDigest, type CompressionRecord, type Segment } from './compression-record.ts';
import { ancestorsOf, type Manifest } from './manifest.ts';

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

/** Compressions with different ids that match a list equally well, newest first. */
export interface Match {
  readonly records: readonly CompressionRecord[];
  /** Maps positions of the first record's output to positions of the list. */
  readonly segments: readonly Segment[];
  /** Number of output messages found in the list. */
  readonly count: number;
}
