import { withoutId, type Item } from './dialect.ts';

/** An item of an edited entry. */
export interface WrittenItem {
  readonly item: Item;
  /** Its index in the entry before the edit; none if the item is new. */
  readonly formerIndex?: number;
}

/** Items that are nothing without their id: a response names the request by it, and a reference consists of it. */
function isNamedById({ type }: Item): boolean {
  return type === 'mcp_approval_request' || (type ?? 'item_reference') === 'item_reference';
}

/**
 * Repairs the reasoning of an edited entry. The server rejects reasoning if the item after it is gone. It also rejects an item that still has its
 * id if the reasoning before it is gone.
 *
 * @param items the items of the entry before the edit
 */
export function repairReasoning(
  written: readonly WrittenItem[],
  items: readonly Item[],
): WrittenItem[] {
  const present = new Set(written.map(({ formerIndex }) => formerIndex));
  const dropped = new Set<number>();
  const stripped = new Set<number>();
  /** Indices of the reasoning directly before an item. */
  let thoughts: number[] = [];
  for (const [index, item] of items.entries()) {
    if (item.type === 'reasoning') {
      thoughts.push(index);
      continue;
    }
    const isRemoved = thoughts.some((thought) => !present.has(thought));
    if (!present.has(index)) for (const thought of thoughts) dropped.add(thought);
    else if (isRemoved && !isNamedById(item)) stripped.add(index);
    thoughts = [];
  }
  return written
    .filter(({ formerIndex }) => formerIndex === undefined || !dropped.has(formerIndex))
    .map((one) =>
      one.formerIndex !== undefined && stripped.has(one.formerIndex)
        ? { ...one, item: withoutId(one.item) }
        : one,
    );
}
