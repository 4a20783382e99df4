import type { CompressionRecord, RecordedRun } from './compression-record.ts';
import { createRow, LOST_SLOT, flatten, type Cell, type MessageCell, type Row } from './slots.ts';

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
    const outs = slots.slice(run.at, run.at + run.out.length);
    next = run.at + run.out.length;
    const found = run.in.map((original) => read(original));
    const isPlaced =
      outs.length > 0
        ? outs.every(({ own }) => own !== undefined)
        : slots[run.at - 1]?.isGone !== true && slots[run.at]?.isGone !== true;
    if (isPlaced && found.every(isCell)) {
      for (const own of found) input.add({ own, rest: [] });
      for (const { rest } of outs) input.follow(rest);
      hasChanged = true;
      continue;
    }
    // Keeps the positions, so that older compressions still find theirs.
    for (let step = 0; step < run.in.length; step += 1) {
      input.add(step === 0 ? { rest: gaps(id, run, isPlaced ? found : undefined) } : LOST_SLOT);
    }
    input.follow(flatten(outs));
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
