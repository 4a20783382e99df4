import type { CompressionRecord, Link, Segment } from './compression-record.ts';
import { findWritten, locate, isOf } from './locate.ts';
import { followersOf, type Manifest } from './manifest.ts';
import { messageDigest } from './message-digest.ts';
import type { OriginalsStore } from './originals-store.ts';
import { readOriginals } from './stored-original.ts';
import {
  outputRow,
  toCells,
  toRow,
  undo,
  type Cell,
  type MessageCell,
  type MissingReason,
  type Found,
} from './slots.ts';

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
   * replaced them were changed or deleted since, or were not restored themselves.
   */
  readonly reason: MissingReason;
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

/** Undoes every compression that led to the messages, newest first. */
export async function restoreMessages<Message>(
  { manifest, store, session }: { manifest: Manifest; store: OriginalsStore; session: string },
  messages: readonly Message[],
  options: RestoreOptions,
): Promise<Omit<Restored<Message>, 'damaged'>> {
  const digests = new Map<MessageCell, string>();
  const digestOf = (cell: MessageCell): string => {
    const digest = digests.get(cell) ?? messageDigest(cell.message);
    digests.set(cell, digest);
    return digest;
  };
  let cells: readonly Cell[] = Array.from(messages, (message) => {
    const cell: MessageCell = { kind: 'message', message, origin: 'given' };
    digestOf(cell);
    return cell;
  });
  const except = new Set<string>();
  let ambiguous: readonly string[] = [];
  let rounds = 0;
  for (;;) {
    const isAgain = except.size > 0;
    const now = cells.filter(isMessage).map(digestOf);
    if (isAgain) {
      if (findWritten(manifest, now) === now.length) break;
      // A compression that follows an undone one cannot have come before it.
      for (const follower of followersOf(manifest, except)) except.add(follower);
    }
    const located = locate(manifest, now, { ...options, except, needsWritten: isAgain });
    const [newest, ...others] = located?.records ?? [];
    if (located === undefined || newest === undefined) break;
    if (others.length > 0) {
      ambiguous = located.records.map(({ id }) => id);
      break;
    }
    const { records, unsure } = chainOf(manifest, newest, except, options);
    if (unsure.length > 0) ambiguous = unsure;
    const ids = records.flatMap(({ runs }) => runs.flatMap((run) => run.in));
    const read = await readOriginals(store, session, ids);
    const undone = undoAll(cells, records, located.segments, read);
    cells = undone.cells;
    rounds += undone.rounds;
    // No compression precedes this one: a further match would be a coincidence.
    if (records.at(-1)?.facts.fromOriginals === true) break;
  }
  return { ...collect<Message>(cells), rounds, ambiguous };
}

/** Undoes compressions one after another. `segments` locates the output of the first one in `cells`. */
function undoAll(
  cells: readonly Cell[],
  records: readonly CompressionRecord[],
  segments: readonly Segment[],
  read: (id: string) => Found,
): { readonly cells: readonly Cell[]; readonly rounds: number } {
  let row = toRow(cells);
  let places = segments;
  let rounds = 0;
  // Cells after an output are not part of earlier compressions.
  const tails: (readonly Cell[])[] = [];
  for (const record of records) {
    const placed = outputRow(row, record, places);
    if (placed === undefined) break;
    tails.push(placed.trailing);
    const { input, hasChanged } = undo(record, placed.output, read);
    row = input;
    places = record.link?.segments ?? [];
    if (hasChanged) rounds += 1;
  }
  return { cells: [toCells(row), ...tails.toReversed()].flat(), rounds };
}

function collect<Message>(
  cells: readonly Cell[],
): Pick<Restored<Message>, 'messages' | 'restored' | 'redacted' | 'missing'> {
  const messages: Message[] = [];
  const missing: Missing[] = [];
  let restored = 0;
  let redacted = 0;
  for (const cell of cells) {
    if (cell.kind === 'message') {
      messages.push(cell.message as Message);
      if (cell.origin !== 'given') restored += 1;
      if (cell.origin === 'redacted') redacted += 1;
    } else {
      const { compression, reason, ids } = cell;
      missing.push({ compression, reason, ids, index: messages.length });
    }
  }
  return { messages, restored, redacted, missing };
}

function isMessage(cell: Cell): cell is MessageCell {
  return cell.kind === 'message';
}

/**
 * Returns `newest` and the compressions whose outputs it continues, newest first, and the ids of the possible next ones, if the next one is
 * ambiguous. Stops at ids in `used`, and adds the ids of the chain to it.
 */
function chainOf(
  manifest: Manifest,
  newest: CompressionRecord,
  used: Set<string>,
  { conversation, ambiguity }: RestoreOptions,
): { readonly records: readonly CompressionRecord[]; readonly unsure: readonly string[] } {
  const records: CompressionRecord[] = [];
  let record: CompressionRecord | undefined = newest;
  while (record !== undefined && !used.has(record.id)) {
    used.add(record.id);
    records.push(record);
    if (record.link === undefined) break;
    const { id, others = [] }: Link = record.link;
    const [first] = manifest.withId(id);
    record = first;
    if (others.length === 0) continue;
    const possible = [id, ...others].filter((one) =>
      manifest.withId(one).some((other) => isOf(other, conversation)),
    );
    const isCertain = possible.length === 1 || ambiguity === 'newest';
    record = manifest.withId(possible[0] ?? id)[0];
    // The segments belong to the first compression, and to others with the same output.
    if (!isCertain || record?.whole !== first?.whole) return { records, unsure: possible };
  }
  return { records, unsure: [] };
}
