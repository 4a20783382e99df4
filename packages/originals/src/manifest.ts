import { SKETCH, type CompressionRecord, type RecordedRun } from './compression-record.ts';
import { createOriginalIds, type OriginalIds } from './original-ids.ts';

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
  /** Adds a compression; one that is there already, of the same conversation, changes nothing. */
  add(record: CompressionRecord): void;
  /** Compressions of an id: one for each conversation that took the same course. */
  withId(id: string): readonly CompressionRecord[];
  readonly originals: Pick<OriginalIds, 'all' | 'startingWith'>;
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

/** Ids of compressions that others go on from, directly or not. */
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

/** Ids of compressions that go on from others, directly or not. */
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
