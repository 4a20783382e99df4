import type { CompressionRecord, Link } from './compression-record.ts';
import { isOf, type LocateOptions } from './locate.ts';
import type { Manifest } from './manifest.ts';

/** Compressions that led to each other's input, the newest first. */
export interface Chain {
  readonly records: readonly CompressionRecord[];
  /** Ids of compressions each of which could be next, where it is not certain which. */
  readonly unsure: readonly string[];
}

type ChainOptions = Pick<LocateOptions, 'conversation' | 'ambiguity'>;

/** A compression and those before it whose outputs its input goes on from. What is in `used` ends the chain, and the chain is added to it. */
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
  // The segments are those of the first, and of others with the very same output.
  return isCertain && record?.whole === first?.whole ? { record } : { unsure: possible };
}
