import type { CompressionRecord, Segment, RecordedRun } from './compression-record.ts';

/** Reason why originals were not restored. */
export type MissingReason = 'absent' | 'corrupt' | 'unplaced';

/** An element of a history during its restoration. */
export type Cell = MessageCell | GapCell;

export interface MessageCell {
  readonly kind: 'message';
  readonly message: unknown;
  readonly origin: 'given' | 'original' | 'redacted';
}

/** Records originals that were not restored, before the messages that replaced them. */
interface GapCell {
  readonly kind: 'gap';
  readonly compression: string;
  readonly reason: MissingReason;
  readonly ids: readonly string[];
}

/**
 * A position in a recorded list. `own` is absent if its message was not restored, or was deleted or changed since. `rest` holds the cells
 * that follow it without a position: inserted messages, and those that replaced lost originals.
 */
interface Slot {
  readonly own?: MessageCell;
  /** Whether its message was deleted or changed since. */
  readonly isRemoved?: true;
  readonly rest: readonly Cell[];
}

/** A list of slots, with the cells before the first one. */
export interface Row {
  readonly leading: readonly Cell[];
  readonly slots: readonly Slot[];
}

const NOTHING: readonly Cell[] = [];
const LOST_SLOT: Slot = { rest: NOTHING };
const REMOVED_SLOT: Slot = { rest: NOTHING, isRemoved: true };

export function toRow(cells: readonly Cell[]): Row {
  const row = createRow();
  for (const cell of cells) {
    if (cell.kind === 'message') row.add({ own: cell, rest: NOTHING });
    else row.follow([cell]);
  }
  return row.done();
}

export function toCells({ leading, slots }: Row): Cell[] {
  return [...leading, ...flatten(slots)];
}

function flatten(slots: readonly Slot[]): Cell[] {
  const cells: Cell[] = [];
  for (const { own, rest } of slots) {
    if (own !== undefined) cells.push(own);
    for (const cell of rest) cells.push(cell);
  }
  return cells;
}

/** Builds a row from its beginning to its end. */
function createRow(start: readonly Cell[] = NOTHING) {
  const leading = [...start];
  const slots: Slot[] = [];
  /** Copy of the last slot's `rest` to which cells may still be added. */
  let rest: Cell[] | undefined;
  return {
    add(slot: Slot): void {
      slots.push(slot);
      rest = undefined;
    },
    /** Adds cells that have no position. */
    follow(cells: readonly Cell[]): void {
      if (cells.length === 0) return;
      const last = slots.at(-1);
      if (last !== undefined && rest === undefined) {
        rest = [...last.rest];
        slots[slots.length - 1] = { ...last, rest };
      }
      for (const cell of cells) (rest ?? leading).push(cell);
    },
    done: (): Row => ({ leading, slots }),
  };
}

/**
 * Returns the positions of a compression's output in the row that contains it, and the cells after the last one. Returns `undefined` if
 * the segments do not fit.
 */
export function outputRow(
  row: Row,
  { length }: CompressionRecord,
  segments: readonly Segment[],
): { readonly output: Row; readonly trailing: readonly Cell[] } | undefined {
  const output = createRow(row.leading);
  let [position, next] = [0, 0];
  for (const { from, to, length: count } of segments) {
    if (from + count > length || to + count > row.slots.length) return undefined;
    output.follow(flatten(row.slots.slice(next, to)));
    for (; position < from; position += 1) output.add(REMOVED_SLOT);
    for (let step = 0; step < count; step += 1) output.add(row.slots[to + step]!);
    position = from + count;
    next = to + count;
  }
  for (; position < length; position += 1) output.add(REMOVED_SLOT);
  return { output: output.done(), trailing: flatten(row.slots.slice(next)) };
}

/** An original from the store, or the reason why it is missing. */
export type Found = MessageCell | 'absent' | 'corrupt';

/** Rebuilds the input of a compression from its output. If originals are missing, the messages that replaced them remain. */
export function undo(
  { id, runs }: CompressionRecord,
  { leading, slots }: Row,
  read: (id: string) => Found,
): { readonly input: Row; readonly hasChanged: boolean } {
  const input = createRow(leading);
  let hasChanged = false;
  let next = 0;
  for (const run of runs) {
    for (; next < run.at; next += 1) input.add(slots[next]!);
    next = run.at + run.out.length;
    const written = slots.slice(run.at, next);
    const found = run.in.map((original) => read(original));
    const isPlaced =
      written.length > 0
        ? written.every(({ own }) => own !== undefined)
        : slots[run.at - 1]?.isRemoved !== true && slots[run.at]?.isRemoved !== true;
    if (isPlaced && found.every(isCell)) {
      for (const own of found) input.add({ own, rest: [] });
      for (const { rest } of written) input.follow(rest);
      hasChanged = true;
      continue;
    }
    // Keeps the positions, so that older compressions still find theirs.
    for (let step = 0; step < run.in.length; step += 1) {
      input.add(step === 0 ? { rest: gaps(id, run, isPlaced ? found : undefined) } : LOST_SLOT);
    }
    input.follow(flatten(written));
  }
  for (; next < slots.length; next += 1) input.add(slots[next]!);
  return { input: input.done(), hasChanged };
}

function isCell(found: Found): found is MessageCell {
  return typeof found === 'object';
}

function gaps(
  compression: string,
  run: RecordedRun,
  found: readonly Found[] | undefined,
): readonly Cell[] {
  if (found === undefined) return [{ kind: 'gap', compression, reason: 'unplaced', ids: run.in }];
  return (['absent', 'corrupt'] as const).flatMap((reason) => {
    const ids = run.in.filter((_, index) => found[index] === reason);
    return ids.length === 0 ? [] : [{ kind: 'gap', compression, reason, ids }];
  });
}
