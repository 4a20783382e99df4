import type { CompressionRecord, RecordedRun } from './compression-record.ts';
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
}

/** Originals that were not restored, before the messages that replaced them. */
type Gap = { readonly kind: 'gap' } & Omit<Missing, 'index'>;

/**
 * The position before a list, or one in it, with its message unless that was not restored, and with what follows it without a position: what replaced lost
 * originals.
 */
interface Slot {
  readonly own?: MessageCell;
  readonly rest: readonly Cell[];
}

type Cell = MessageCell | Gap;

/** Undoes every compression that led to the messages, newest first. */
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
  const isCertain = (count: number): boolean => count === 1 || ambiguity === 'newest';
  const given = Array.from(messages, (message): MessageCell => {
    const cell = { kind: 'message', message, origin: 'given' } as const;
    digestOf(cell);
    return cell;
  });
  let slots = toSlots(given);
  const undone = new Set<string>();
  let ambiguous: readonly string[] = [];
  let rounds = 0;
  for (;;) {
    // What a compression wrote without knowing the one before it, because another process saved that one, does not follow it.
    const needsWritten = undone.size > 0;
    const cells = toCells(slots);
    const now = cells.filter(isMessage).map(digestOf);
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
    slots = toSlots(cells);
    for (const record of chain) {
      if (slots.length <= record.length) break;
      const { input, hasChanged } = undo(record, slots, read);
      slots = input;
      if (hasChanged) rounds += 1;
    }
    // No compression precedes this one: a further match would be a coincidence.
    if (chain.at(-1)?.facts.fromOriginals === true) break;
  }
  return { ...collect<Message>(toCells(slots)), rounds, ambiguous };
}

/** Rebuilds the input of a compression from its output. If originals are missing, the messages that replaced them remain. */
function undo(
  { id, runs }: CompressionRecord,
  output: readonly Slot[],
  read: (id: string) => Found,
): { readonly input: readonly Slot[]; readonly hasChanged: boolean } {
  const input: Slot[] = [];
  let hasChanged = false;
  let next = 0;
  for (const run of runs) {
    // The first slot is the position before the list.
    const start = run.at + 1;
    for (; next < start; next += 1) input.push(output[next]!);
    next += run.out.length;
    const written = output.slice(start, next);
    const isPlaced = written.every(({ own }) => own !== undefined);
    const found = isPlaced ? run.in.map(read) : [];
    if (isPlaced && found.every((one) => typeof one === 'object')) {
      for (const { message, isRedacted } of found) {
        const origin = isRedacted ? 'redacted' : 'original';
        input.push({ own: { kind: 'message', message, origin }, rest: [] });
      }
      hasChanged = true;
      continue;
    }
    // Keeps the positions, so that older compressions still find theirs.
    const left = [...gapsOf(id, run, found), ...toCells(written)];
    if (run.in.length > 0) input.push({ rest: left });
    else {
      const last = input.pop()!;
      input.push({ ...last, rest: [...last.rest, ...left] });
    }
    for (let step = 1; step < run.in.length; step += 1) input.push({ rest: [] });
  }
  for (; next < output.length; next += 1) input.push(output[next]!);
  return { input, hasChanged };
}

/** Returns why the originals of a run were not restored. `found` is empty if what replaced them has no position. */
function gapsOf(compression: string, run: RecordedRun, found: readonly Found[]): readonly Gap[] {
  return (['absent', 'corrupt', 'unplaced'] as const).flatMap((reason) => {
    const ids = run.in.filter((_, index) => (found[index] ?? 'unplaced') === reason);
    return ids.length === 0 ? [] : [{ kind: 'gap', compression, reason, ids }];
  });
}

function toSlots(cells: readonly Cell[]): readonly Slot[] {
  const slots: { own?: MessageCell; rest: Cell[] }[] = [{ rest: [] }];
  for (const cell of cells) {
    if (cell.kind === 'message') slots.push({ own: cell, rest: [] });
    else slots.at(-1)!.rest.push(cell);
  }
  return slots;
}

function toCells(slots: readonly Slot[]): readonly Cell[] {
  return slots.flatMap(({ own, rest }) => (own === undefined ? rest : [own, ...rest]));
}

function isMessage(cell: Cell): cell is MessageCell {
  return cell.kind === 'message';
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
