import type { CompressionRecord, Link } from './compression-record.ts';
import { isOf, type LocateOptions } from './locate.ts';
import type { Manifest } from './manifest.ts';

/** A series of compressions, newest first: the input of each continues the output of the one after it in the list. */
export interface Chain {
  readonly records: readonly CompressionRecord[];
  /** Ids of the possible next compressions, if the next one is ambiguous. */
  readonly unsure: readonly string[];
}

type ChainOptions = Pick<LocateOptions, 'conversation' | 'ambiguity'>;

/** Returns `newest` and the compressions whose outputs it continues. Stops at ids in `used`, and adds the ids of the chain to it. */
export function chainOf(
  manifest: Manifest,
  newest: CompressionRecord,
  used: Set<string>,
  options: ChainOptions,
): Chain {
  const records: CompressionRecord[] = [];
  let record: CompressionRecord | undefined = newest;
  while (record !== undefined && !used.has(record.id)) {
    used.add(record.id);
    records.push(record);
    if (record.link === undefined) break;
    const next = follow(manifest, record.link, options);
    if ('unsure' in next) return { records, unsure: next.unsure };
    record = next.record;
  }
  return { records, unsure: [] };
}

function follow(
  manifest: Manifest,
  { id, others = [] }: Link,
  { conversation, ambiguity }: ChainOptions,
): { readonly record: CompressionRecord | undefined } | { readonly unsure: readonly string[] } {
  const [first] = manifest.withId(id);
  if (others.length === 0) return { record: first };
  const possible = [id, ...others].filter((one) =>
    manifest.withId(one).some((record) => isOf(record, conversation)),
  );
  const [chosen = id] = possible;
  const [record] = manifest.withId(chosen);
  const isCertain = possible.length === 1 || ambiguity === 'newest';
  // The segments belong to the first compression, and to others with the same output.
  return isCertain && record?.whole === first?.whole ? { record } : { unsure: possible };
}
