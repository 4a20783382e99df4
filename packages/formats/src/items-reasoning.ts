import type { Item } from './items-dialect.ts';
import { withoutId } from './items-tools.ts';

/** An item, and which item of its entry it was before; none where it is new. */
export interface WrittenItem {
  readonly item: Item;
  readonly record?: number;
}

/**
 * A reasoning item and the item behind it go together: where that is gone, the server refuses the reasoning, and where the reasoning is
 * gone, it refuses the other under its id.
 */
export function repairReasoning(
  written: readonly WrittenItem[],
  items: readonly Item[],
): WrittenItem[] {
  const present = new Set(written.map(({ record }) => record));
  const dropped = new Set<number>();
  const stripped = new Set<number>();
  let thoughts: number[] = [];
  for (const [record, item] of items.entries()) {
    if (item.type === 'reasoning') {
      thoughts.push(record);
      continue;
    }
    const isGone = thoughts.some((thought) => !present.has(thought));
    if (!present.has(record)) for (const thought of thoughts) dropped.add(thought);
    else if (isGone) stripped.add(record);
    thoughts = [];
  }
  return written
    .filter(({ record }) => record === undefined || !dropped.has(record))
    .map((one) =>
      one.record !== undefined && stripped.has(one.record)
        ? { ...one, item: withoutId(one.item) }
        : one,
    );
}
