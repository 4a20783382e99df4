import { SKETCH, type CompressionRecord, type RecordedRun } from './compression-record.ts';

/** Where a message was written by a compression. */
interface Written {
  readonly record: CompressionRecord;
  readonly run: RecordedRun;
  /** Position in the run. */
  readonly position: number;
}

/** The compressions of a session, found by what they wrote. */
export interface Manifest {
  /** In the order they were made. */
  readonly records: readonly CompressionRecord[];
  /** Messages of the longest output. */
  readonly longest: number;
  /** Adds a compression; one that is there already changes nothing. */
  add(record: CompressionRecord): void;
  get(id: string): CompressionRecord | undefined;
  /** Whether an id is that of an original of this session. */
  hasOriginal(id: string): boolean;
  /** The newest compression that wrote a message of this digest. */
  written(digest: string): Written | undefined;
  /** Compressions whose whole output has this digest. */
  withWhole(chain: string): readonly CompressionRecord[];
  /** The newest compressions with a message of this sketch in their output. */
  holding(sketch: string): readonly CompressionRecord[];
  /** How many different messages the sketch of a compression tells apart. */
  distinct(record: CompressionRecord): number;
}

/** Of compressions that hold the same message, only so many are looked at, so that a message they all hold costs no more than another. */
const HOLDERS = 32;

export function createManifest(given: readonly CompressionRecord[] = []): Manifest {
  const records: CompressionRecord[] = [];
  const byId = new Map<string, CompressionRecord>();
  const originals = new Set<string>();
  const written = new Map<string, Written>();
  const wholes = new Map<string, CompressionRecord[]>();
  const holders = new Map<string, CompressionRecord[]>();
  const distinct = new Map<CompressionRecord, number>();
  let longest = 0;
  let sketched = 0;

  const add = (record: CompressionRecord): void => {
    if (byId.has(record.id)) return;
    byId.set(record.id, record);
    records.push(record);
    longest = Math.max(longest, record.length);
    push(wholes, record.whole, record);
    for (const run of record.runs) {
      for (const id of run.in) originals.add(id);
      for (const [position, digest] of run.out.entries()) {
        written.set(digest, { record, run, position });
      }
    }
  };

  /** Only edited histories need it. */
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
    get: (id) => byId.get(id),
    hasOriginal: (id) => originals.has(id),
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

/** Compressions that others go on from, directly or not. */
export function ancestorsOf(
  manifest: Manifest,
  records: readonly CompressionRecord[],
): Set<CompressionRecord> {
  const ancestors = new Set<CompressionRecord>();
  for (const { link } of records) {
    let record = link && manifest.get(link.id);
    while (record !== undefined && !ancestors.has(record)) {
      ancestors.add(record);
      record = record.link && manifest.get(record.link.id);
    }
  }
  return ancestors;
}

/** Compressions that go on from others, directly or not. */
export function followersOf(
  { records }: Manifest,
  others: Iterable<CompressionRecord>,
): Set<CompressionRecord> {
  const ids = new Set<string>();
  for (const { id } of others) ids.add(id);
  const followers = new Set<CompressionRecord>();
  for (const record of records) {
    if (record.link === undefined || !ids.has(record.link.id)) continue;
    ids.add(record.id);
    followers.add(record);
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
