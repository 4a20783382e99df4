import type { CompressionRecord } from './compression-record.ts';
import { belongsTo, findCompressions } from './find-compressions.ts';
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

interface TrackedMessage {
  readonly message: unknown;
  readonly origin: 'given' | 'original' | 'redacted';
}

/** Undoes every compression that led to the messages, newest first, up to one whose originals are missing. */
export async function restoreMessages<Message>(
  { manifest, store, session }: { manifest: Manifest; store: OriginalsStore; session: string },
  messages: readonly Message[],
  { conversation, ambiguity }: RestoreOptions,
): Promise<Omit<Restored<Message>, 'damaged'>> {
  const known = new Map<unknown, string>();
  const digestOf = ({ message }: TrackedMessage): string => {
    const digest = known.get(message) ?? messageDigest(message);
    known.set(message, digest);
    return digest;
  };
  let cells: readonly TrackedMessage[] = Array.from(messages, (message) => ({
    message,
    origin: 'given',
  }));
  const maxCandidates = ambiguity === 'newest' ? Number.POSITIVE_INFINITY : 1;
  const undone = new Set<string>();
  let ambiguous: readonly string[] = [];
  let missing: readonly Missing[] = [];
  let rounds = 0;

  /** Returns the compressions to undo next, newest first. Each names the one before it, if the process that saved it knew that one. */
  const nextChain = (): readonly CompressionRecord[] => {
    const chain: CompressionRecord[] = [];
    // One that no other names is found by what it wrote: an output that only lacks messages could be that of any conversation.
    const needsWritten = undone.size > 0;
    const digests = cells.map(digestOf);
    let next = findCompressions(manifest, digests, { conversation, except: undone, needsWritten });
    while (next.length > 0 && next.length <= maxCandidates) {
      const record = next[0]!;
      chain.push(record);
      undone.add(record.id);
      next = record.previousIds
        .flatMap((id) => manifest.withId(id).find((one) => belongsTo(one, conversation)) ?? [])
        .filter(({ id }) => !undone.has(id));
    }
    if (next.length > 0) ambiguous = next.map(({ id }) => id);
    return chain;
  };

  while (missing.length === 0) {
    const chain = nextChain();
    if (chain.length === 0) break;
    const ids = chain.flatMap(({ runs }) => runs.flatMap((run) => run.originals));
    const read = await readOriginals(store, session, ids);
    for (const record of chain) {
      // After a missing original, the output of an earlier compression is not there.
      if (missing.length > 0 || cells.length < record.outputLength) break;
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
  output: readonly TrackedMessage[],
  read: (id: string) => Found,
): {
  readonly cells: readonly TrackedMessage[];
  readonly missing: readonly Missing[];
  readonly isChanged: boolean;
} {
  const cells: TrackedMessage[] = [];
  const missing: Missing[] = [];
  let [next, isChanged] = [0, false];
  for (const run of runs) {
    for (const cell of output.slice(next, run.outputStart)) cells.push(cell);
    next = run.outputStart + run.outputDigests.length;
    const originals: TrackedMessage[] = [];
    const lost = { absent: [] as string[], corrupt: [] as string[] };
    for (const id of run.originals) {
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
    const isComplete = originals.length === run.originals.length;
    isChanged ||= isComplete;
    for (const cell of isComplete ? originals : output.slice(run.outputStart, next))
      cells.push(cell);
  }
  for (const cell of output.slice(next)) cells.push(cell);
  return { cells, missing, isChanged };
}
