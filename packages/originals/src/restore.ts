import type { CompressionRecord } from './compression-record.ts';
import { findCompressions, isOf } from './find-compressions.ts';
import type { Manifest } from './manifest.ts';
import { messageDigest } from './message-digest.ts';
import type { OriginalsStore } from './originals-store.ts';
import { readOriginals, type Found } from './stored-original.ts';

export interface RestoreOptions {
  /** Considers only compressions that were saved with this conversation name or without a name. */
  readonly conversation?: string;
  /**
   * What happens if several compressions wrote the same output for different inputs: they are only reported, or the newest is undone.
   * @default 'report'
   */
  readonly ambiguity?: 'report' | 'newest';
}

/** Originals that were not restored. The messages that replaced them stay in place, and earlier compressions are not undone. */
export interface Missing {
  /** Id of the compression. */
  readonly compression: string;
  /** `absent`: the store does not have them, or no longer. `corrupt`: the stored text is not the saved one. */
  readonly reason: 'absent' | 'corrupt';
  readonly ids: readonly string[];
  /** Index in the restored messages at which they belong. */
  readonly index: number;
}

export interface Restored<Message> {
  /** A new list. Messages that no compression replaced are the same objects. */
  readonly messages: Message[];
  /** Number of restored originals. */
  readonly restored: number;
  /** Number of restored originals that were redacted when they were saved. */
  readonly redacted: number;
  /** Number of compressions that were undone. */
  readonly rounds: number;
  readonly missing: readonly Missing[];
  /** Ids of compressions that match equally well: none of them was undone. */
  readonly ambiguous: readonly string[];
  /** Number of manifest records that could not be read. */
  readonly damaged: number;
}

interface Cell {
  readonly message: unknown;
  readonly origin: 'given' | 'original' | 'redacted';
}

/** Undoes every compression that led to the messages, newest first, up to one whose originals are missing. */
export async function restoreMessages<Message>(
  { manifest, store, session }: { manifest: Manifest; store: OriginalsStore; session: string },
  messages: readonly Message[],
  { conversation, ambiguity }: RestoreOptions,
): Promise<Omit<Restored<Message>, 'damaged'>> {
  const digests = new Map<unknown, string>();
  const digestOf = ({ message }: Cell): string => {
    const digest = digests.get(message) ?? messageDigest(message);
    digests.set(message, digest);
    return digest;
  };
  const isCertain = (count: number): boolean => count === 1 || ambiguity === 'newest';
  let cells: readonly Cell[] = Array.from(messages, (message) => ({ message, origin: 'given' }));
  const undone = new Set<string>();
  let ambiguous: readonly string[] = [];
  let missing: readonly Missing[] = [];
  let rounds = 0;
  while (missing.length === 0) {
    // What a compression wrote without knowing the one before it, because another process saved that one, does not follow it.
    const needsWritten = undone.size > 0;
    const now = cells.map(digestOf);
    const found = findCompressions(manifest, now, { conversation, except: undone, needsWritten });
    const chain: CompressionRecord[] = [];
    let possible = found;
    while (possible.length > 0 && isCertain(possible.length)) {
      const record = possible[0]!;
      chain.push(record);
      undone.add(record.id);
      possible = record.follows
        .flatMap((id) => manifest.withId(id).find((one) => isOf(one, conversation)) ?? [])
        .filter(({ id }) => !undone.has(id));
    }
    if (possible.length > 0) ambiguous = possible.map(({ id }) => id);
    if (chain.length === 0) break;
    const ids = chain.flatMap(({ runs }) => runs.flatMap((run) => run.in));
    const read = await readOriginals(store, session, ids);
    for (const record of chain) {
      if (missing.length > 0 || cells.length < record.length) break;
      const { isChanged, ...input } = undo(record, cells, read);
      ({ cells, missing } = input);
      if (isChanged) rounds += 1;
    }
    // No compression precedes this one: a further match would be a coincidence.
    if (chain.at(-1)?.facts.fromOriginals === true) break;
  }
  const restored = cells.filter(({ origin }) => origin !== 'given');
  return {
    messages: cells.map(({ message }) => message as Message),
    restored: restored.length,
    redacted: restored.filter(({ origin }) => origin === 'redacted').length,
    missing,
    rounds,
    ambiguous,
  };
}

/** Rebuilds the input of a compression from its output. Where originals are missing, the messages that replaced them stay. */
function undo(
  { id: compression, runs }: CompressionRecord,
  output: readonly Cell[],
  read: (id: string) => Found,
): {
  readonly cells: readonly Cell[];
  readonly missing: readonly Missing[];
  readonly isChanged: boolean;
} {
  const cells: Cell[] = [];
  const missing: Missing[] = [];
  let [next, isChanged] = [0, false];
  for (const run of runs) {
    for (const cell of output.slice(next, run.at)) cells.push(cell);
    next = run.at + run.out.length;
    const originals: Cell[] = [];
    const lost = { absent: [] as string[], corrupt: [] as string[] };
    for (const id of run.in) {
      const found = read(id);
      if (typeof found === 'string') lost[found].push(id);
      else
        originals.push({
          message: found.message,
          origin: found.isRedacted ? 'redacted' : 'original',
        });
    }
    for (const reason of ['absent', 'corrupt'] as const) {
      const ids = lost[reason];
      if (ids.length > 0) missing.push({ compression, reason, ids, index: cells.length });
    }
    const isComplete = originals.length === run.in.length;
    isChanged ||= isComplete;
    for (const cell of isComplete ? originals : output.slice(run.at, next)) cells.push(cell);
  }
  for (const cell of output.slice(next)) cells.push(cell);
  return { cells, missing, isChanged };
}
