import {
  chainDigest,
  originalsOf,
  type CompressionRecord,
  type RecordedRun,
} from './compression-record.ts';

/** Length of a short id, in hexadecimal digits. */
export const SHORT_ID_LENGTH = 8;

/** The record and the run that wrote a message. */
interface Written {
  readonly record: CompressionRecord;
  readonly run: RecordedRun;
  /** Position in `run.outputDigests`. */
  readonly position: number;
}

/** The compressions of a session, indexed by what they wrote. */
export interface Manifest {
  /** Oldest first. */
  readonly records: readonly CompressionRecord[];
  /** Ids of all originals, each once, in the order in which compressions removed them. Not a copy. */
  readonly originals: readonly string[];
  /** Adds a compression. Ignores one whose id already exists in the same conversation. */
  add(record: CompressionRecord): void;
  /** Returns the compressions with an id, at most one per conversation. */
  withId(id: string): readonly CompressionRecord[];
  /** Returns the originals whose ids begin with `beginning`, which must have at least `SHORT_ID_LENGTH` digits. */
  startingWith(beginning: string): readonly string[];
  /** Returns the newest run that wrote a message with this digest. */
  written(digest: string): Written | undefined;
  /** Returns the compressions with whose whole output the list begins. */
  atStart(digests: readonly string[]): readonly CompressionRecord[];
}

export function createManifest(given: readonly CompressionRecord[] = []): Manifest {
  const records: CompressionRecord[] = [];
  const originals: string[] = [];
  const byId = new Map<string, CompressionRecord[]>();
  const byShortId = new Map<string, string[]>();
  const byOutput = new Map<string, CompressionRecord[]>();
  const written = new Map<string, Written>();
  let longest = 0;

  const add = (record: CompressionRecord): void => {
    const { conversation } = record.facts;
    if (byId.get(record.id)?.some(({ facts }) => facts.conversation === conversation)) return;
    push(byId, record.id, record);
    push(byOutput, record.outputDigest, record);
    records.push(record);
    longest = Math.max(longest, record.outputLength);
    for (const run of record.runs) {
      for (const id of originalsOf(run)) {
        const short = id.slice(0, SHORT_ID_LENGTH);
        if (byShortId.get(short)?.includes(id) === true) continue;
        push(byShortId, short, id);
        originals.push(id);
      }
      for (const [position, digest] of run.outputDigests.entries()) {
        written.set(digest, { record, run, position });
      }
    }
  };

  for (const record of given) add(record);
  return {
    records,
    originals,
    add,
    withId: (id) => byId.get(id) ?? [],
    startingWith(beginning) {
      if (typeof beginning !== 'string' || beginning.length < SHORT_ID_LENGTH) return [];
      const candidates = byShortId.get(beginning.slice(0, SHORT_ID_LENGTH)) ?? [];
      return candidates.filter((id) => id.startsWith(beginning));
    },
    written: (digest) => written.get(digest),
    atStart(digests) {
      // Every list begins with an empty output, so it counts only for an empty list.
      if (digests.length === 0) return byOutput.get('') ?? [];
      const found: CompressionRecord[] = [];
      let chain = '';
      for (const digest of digests.slice(0, longest)) {
        chain = chainDigest(chain, digest);
        for (const record of byOutput.get(chain) ?? []) found.push(record);
      }
      return found;
    },
  };
}

function push<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const values = lists.get(key);
  if (values === undefined) lists.set(key, [value]);
  else values.push(value);
}
