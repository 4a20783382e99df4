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

/** Originals that were not restored. The messages that replaced them stay in place. */
export interface Missing {
  /** Id of the compression. */
  readonly compression: string;
  /**
   * `absent`: the store does not have them, or no longer. `corrupt`: the stored text is not the saved one. `unplaced`: the messages that
   * replaced them were not restored themselves.
   */
  readonly reason: 'absent' | 'corrupt' | 'unplaced';
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

interface MessageCell {
  readonly kind: 'message';
  readonly message: unknown;
  readonly origin: 'given' | 'original' | 'redacted';
  /** Whether it has a position in the history that records refer to. What replaced lost originals has none. */
  readonly hasPlace: boolean;
}

/** The place of an original that was not restored, before the messages that replaced it. */
interface LostCell {
  readonly kind: 'lost';
  readonly compression: string;
  readonly id: string;
  /** `undefined` if only other originals of its run are missing. */
  readonly reason: Missing['reason'] | undefined;
  readonly hasPlace: boolean;
}

type Cell = MessageCell | LostCell;

/** Undoes every compression that led to the messages, newest first. */
export async function restoreMessages<Message>(
  { manifest, store, session }: { manifest: Manifest; store: OriginalsStore; session: string },
  messages: readonly Message[],
  { conversation, ambiguity }: RestoreOptions,
): Promise<Omit<Restored<Message>, 'damaged'>> {
  const digests = new Map<unknown, string>();
  const digestOf = ({ message }: MessageCell): string => {
    const digest = digests.get(message) ?? messageDigest(message);
    digests.set(message, digest);
    return digest;
  };
  const isCertain = (count: number): boolean => count === 1 || ambiguity === 'newest';
  let cells: readonly Cell[] = Array.from(messages, (message) => {
    return { kind: 'message', message, origin: 'given', hasPlace: true };
  });
  const undone = new Set<string>();
  let ambiguous: readonly string[] = [];
  let rounds = 0;
  for (;;) {
    cells = cells.map((cell) => ({ ...cell, hasPlace: cell.kind === 'message' }));
    // What a compression wrote without knowing the one before it, because another process saved that one, does not follow it.
    const needsWritten = undone.size > 0;
    const now = cells.filter((cell) => cell.kind === 'message').map(digestOf);
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
      if (cells.filter(({ hasPlace }) => hasPlace).length < record.length) break;
      const { input, hasChanged } = undo(record, cells, read);
      cells = input;
      if (hasChanged) rounds += 1;
    }
    // No compression precedes this one: a further match would be a coincidence.
    if (chain.at(-1)?.facts.fromOriginals === true) break;
  }
  return { ...collect<Message>(cells), rounds, ambiguous };
}

/**
 * Rebuilds the input of a compression from its output. If originals are missing, the messages that replaced them remain without a place, and
 * the originals keep their places, so that older compressions still find theirs.
 */
function undo(
  { id: compression, runs }: CompressionRecord,
  output: readonly Cell[],
  read: (id: string) => Found,
): { readonly input: readonly Cell[]; readonly hasChanged: boolean } {
  const input: Cell[] = [];
  let hasChanged = false;
  let [next, place] = [0, 0];
  /** Takes the cells before a position of the output. Those without a place follow the one before them. */
  const takeBefore = (position: number): readonly Cell[] => {
    const start = next;
    for (; next < output.length; next += 1) {
      const { hasPlace } = output[next]!;
      if (hasPlace && place === position) break;
      if (hasPlace) place += 1;
    }
    return output.slice(start, next);
  };
  for (const run of runs) {
    for (const cell of takeBefore(run.at)) input.push(cell);
    const written = takeBefore(run.at + run.out.length);
    const isPlaced = written.every(({ kind, hasPlace }) => !hasPlace || kind === 'message');
    const found = isPlaced ? run.in.map(read) : [];
    const isComplete = isPlaced && found.every((one) => typeof one === 'object');
    for (const [index, id] of run.in.entries()) {
      const one = found[index] ?? 'unplaced';
      if (isComplete && typeof one === 'object') {
        const origin = one.isRedacted ? 'redacted' : 'original';
        input.push({ kind: 'message', message: one.message, origin, hasPlace: true });
      } else {
        const reason = typeof one === 'string' ? one : undefined;
        input.push({ kind: 'lost', compression, id, reason, hasPlace: true });
      }
    }
    for (const cell of written) {
      if (!isComplete || !cell.hasPlace) input.push({ ...cell, hasPlace: false });
    }
    hasChanged ||= isComplete;
  }
  for (const cell of output.slice(next)) input.push(cell);
  return { input, hasChanged };
}

function collect<Message>(
  cells: readonly Cell[],
): Pick<Restored<Message>, 'messages' | 'restored' | 'redacted' | 'missing'> {
  const messages: Message[] = [];
  const missing = new Map<string, Missing & { ids: string[] }>();
  let restored = 0;
  let redacted = 0;
  for (const cell of cells) {
    if (cell.kind === 'message') {
      messages.push(cell.message as Message);
      if (cell.origin !== 'given') restored += 1;
      if (cell.origin === 'redacted') redacted += 1;
    } else if (cell.reason !== undefined) {
      const { compression, reason, id } = cell;
      const index = messages.length;
      const key = `${index} ${reason} ${compression}`;
      const known = missing.get(key) ?? { compression, reason, ids: [], index };
      known.ids.push(id);
      missing.set(key, known);
    }
  }
  return { messages, restored, redacted, missing: [...missing.values()] };
}
