import {
  type CompressionRecord,
  originalsOf,
  type RecordedRun,
  SKETCH,
} from './compression-record.ts';
import { createOriginalIds, type OriginalIds } from './original-ids.ts';

/** The record and the run that wrote a message. */
interface Written {
  readonly record: CompressionRecord;
  readonly run: RecordedRun;
  /** Position in `run.out`. */
  readonly position: number;
}

/** The compressions of a session, indexed by what they wrote. */
export interface Manifest {
  /** Oldest first. */
  readonly records: readonly CompressionRecord[];
  /** Number of messages in the longest output. */
  readonly longest: number;
  /** Adds a compression. Ignores one whose id already exists in the same conversation. */
  add(record: CompressionRecord): void;
  /** Returns the compressions with an id, at most one per conversation. */
  withId(id: string): readonly CompressionRecord[];
  readonly originals: Pick<OriginalIds, 'all' | 'startingWith'>;
  /** Returns the newest run that wrote a message with this digest. */
  written(digest: string): Written | undefined;
  /** Returns the compressions whose whole output has this digest. */
  withWhole(chain: string): readonly CompressionRecord[];
  /** Returns the newest compressions with a message of this sketch in their output, at most `HOLDERS`. */
  holding(sketch: string): readonly CompressionRecord[];
  /** Returns the number of different message sketches in the output of a compression. */
  distinct(record: CompressionRecord): number;
}

/** Maximum number of compressions returned for one sketch, so that a message in every output costs no more than others. */
const HOLDERS = 32;

export function createManifest(given: readonly CompressionRecord[] = []): Manifest {
  const records: CompressionRecord[] = [];
  const byId = new Map<string, CompressionRecord[]>();
  const originals = createOriginalIds();
  const written = new Map<string, Written>();
  const wholes = new Map<string, CompressionRecord[]>();
  const holders = new Map<string, CompressionRecord[]>();
  const distinct = new Map<CompressionRecord, number>();
  let longest = 0;
  let sketched = 0;

  const add = (record: CompressionRecord): void => {
    const { conversation } = record.facts;
    if (byId.get(record.id)?.some(({ facts }) => facts.conversation === conversation)) return;
    push(byId, record.id, record);
    records.push(record);
    longest = Math.max(longest, record.length);
    push(wholes, record.whole, record);
    for (const run of record.runs) {
      for (const id of originalsOf(run)) originals.add(id);
      for (const [position, digest] of run.out.entries()) {
        written.set(digest, { record, run, position });
      }
    }
  };

  /** Indexes the sketches of new records. Only edited histories need them. */
  const readSketches = (): void => {
    for (; sketched < records.length; sketched += 1) {
      const record = records[sketched]!;
      const sketches = new Set(sketchesOf(record));
      distinct.set(record, sketches.size);
      for (const sketch of sketches) {
        const holding = push(holders, sketch, record);
        if (holding.length >= 2 * HOLDERS) holding.splice(0, HOLDERS);
      }
    }
  };

  for (const record of given) add(record);
  return {
    records,
    get longest() {
      return longest;
    },
    add,
    withId: (id) => byId.get(id) ?? [],
    originals,
    written: (digest) => written.get(digest),
    withWhole: (chain) => wholes.get(chain) ?? [],
    holding(sketch) {
      readSketches();
      return holders.get(sketch)?.slice(-HOLDERS) ?? [];
    },
    distinct(record) {
      readSketches();
      return distinct.get(record) ?? 0;
    },
  };
}

/** Returns the ids of the compressions that the given ones continue, directly or indirectly. */
export function ancestorsOf(
  manifest: Manifest,
  records: readonly CompressionRecord[],
): ReadonlySet<string> {
  const ancestors = new Set<string>();
  for (const { link } of records) {
    let id = link?.id;
    while (id !== undefined && !ancestors.has(id)) {
      ancestors.add(id);
      id = manifest.withId(id)[0]?.link?.id;
    }
  }
  return ancestors;
}

/** Returns the ids of the compressions that continue `others`, directly or indirectly. */
export function followersOf({ records }: Manifest, others: Iterable<string>): ReadonlySet<string> {
  const known = new Set(others);
  const followers = new Set<string>();
  for (const { id, link } of records) {
    if (link === undefined || !known.has(link.id)) continue;
    known.add(id);
    followers.add(id);
  }
  return followers;
}

export function sketchesOf({ sketch }: CompressionRecord): string[] {
  const sketches: string[] = [];
  for (let start = 0; start < sketch.length; start += SKETCH) {
    sketches.push(sketch.slice(start, start + SKETCH));
  }
  return sketches;
}

function push<Value>(lists: Map<string, Value[]>, key: string, value: Value): Value[] {
  let values = lists.get(key);
  if (values === undefined) lists.set(key, (values = []));
  values.push(value);
  return values;
}
