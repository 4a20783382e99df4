import { chainOf } from './chain.ts';
import type { CompressionRecord, Segment } from './compression-record.ts';
import { findWritten, locate } from './locate.ts';
import { followersOf, type Manifest } from './manifest.ts';
import { messageDigest } from './message-digest.ts';
import type { OriginalsStore } from './originals-store.ts';
import { readOriginals } from './read-originals.ts';
import {
  outputRow,
  toCells,
  toRow,
  type Cell,
  type MessageCell,
  type MissingReason,
} from './slots.ts';
import { undo, type Found } from './undo.ts';

export interface RestoreOptions {
  /** Looks only at compressions that were kept with this name of a conversation, or with none. */
  readonly conversation?: string;
  /** What happens where several compressions wrote the same output for different inputs: nothing but a report, or the newest counts. @default 'report' */
  readonly ambiguity?: 'report' | 'newest';
}

/** Originals that did not come back. What stands for them was left in its place. */
export interface Missing {
  /** Id of the compression. */
  readonly compression: string;
  /**
   * `absent`: the store does not have them (any more). `corrupt`: what the store has is not what was put there. `unplaced`: the messages
   * that stand for them were changed or deleted since, or did not come back themselves.
   */
  readonly reason: MissingReason;
  readonly ids: readonly string[];
  /** Where in the restored messages they belong. */
  readonly index: number;
}

export interface Restored<Message> {
  /** A new list. Messages that no compression replaced are the same objects. */
  readonly messages: Message[];
  /** Originals that came back. */
  readonly restored: number;
  /** How many of them were redacted when they were stored. */
  readonly redacted: number;
  /** Compressions that were undone. */
  readonly rounds: number;
  readonly missing: readonly Missing[];
  /** Ids of compressions between which nothing tells: none of them was undone. */
  readonly ambiguous: readonly string[];
  /** Records of the manifest that could not be read. */
  readonly damaged: number;
}

/** Undoes every compression that led to a list of messages, newest first. */
export async function restoreMessages<Message>(
  { manifest, store, session }: { manifest: Manifest; store: OriginalsStore; session: string },
  messages: readonly Message[],
  { conversation, ambiguity }: RestoreOptions,
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
      // What came after a compression that is undone cannot have come before it.
      for (const follower of followersOf(manifest, except)) except.add(follower);
    }
    const located = locate(manifest, now, {
      conversation,
      ambiguity,
      except,
      needsWritten: isAgain,
    });
    if (located?.kind === 'ambiguous') ambiguous = located.records.map(({ id }) => id);
    if (located?.kind !== 'found') break;
    const { records, unsure } = chainOf(manifest, located.record, except, {
      conversation,
      ambiguity,
    });
    if (unsure.length > 0) ambiguous = unsure;
    const ids = records.flatMap(({ runs }) => runs.flatMap((run) => run.in));
    const read = await readOriginals(store, session, ids);
    const undone = undoAll(cells, records, located.segments, read);
    cells = undone.cells;
    rounds += undone.rounds;
    // What stands there now only looks like the output of another compression.
    if (records.at(-1)?.facts.fromOriginals === true) break;
  }
  return { ...collect<Message>(cells), rounds, ambiguous };
}

/** Undoes compressions one after another; the output of the first is where `segments` say. */
function undoAll(
  cells: readonly Cell[],
  records: readonly CompressionRecord[],
  segments: readonly Segment[],
  read: (id: string) => Found,
): { readonly cells: readonly Cell[]; readonly rounds: number } {
  let row = toRow(cells);
  let places = segments;
  let rounds = 0;
  // What follows an output is of no concern to the compressions before it.
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
