import { withoutId, type Item } from './dialect.ts';

/** An item, and its former index in the entry; none if it is new. */
export interface WrittenItem {
  readonly item: Item;
  readonly record?: number;
}

/** Items that are nothing without their id: a response names the request by it, and a reference consists of it. */
function isNamedById({ type }: Item): boolean {
  return type === 'mcp_approval_request' || (type ?? 'item_reference') === 'item_reference';
}

/** Repairs reasoning items: the server rejects reasoning without the item after it, and an item with its id without the reasoning. */
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
    const isRemoved = thoughts.some((thought) => !present.has(thought));
    if (!present.has(record)) for (const thought of thoughts) dropped.add(thought);
    else if (isRemoved && !isNamedById(item)) stripped.add(record);
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
