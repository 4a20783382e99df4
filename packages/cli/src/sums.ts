/** Adds the numbers in `from` to those in `into`, by key and at any depth. Ignores everything else. */
export function addNumbers(into: object, from: object): void {
  for (const [key, value] of Object.entries(from) as [string, unknown][]) {
    const known: unknown = Reflect.get(into, key);
    if (typeof value === 'number') {
      Reflect.set(into, key, (typeof known === 'number' ? known : 0) + value);
    } else if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      const nested = typeof known === 'object' && known !== null ? known : {};
      addNumbers(nested, value);
      Reflect.set(into, key, nested);
    }
  }
}

export function addCount<Key>(counts: Map<Key, number>, key: Key, count = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

export function sumOf<Item>(items: readonly Item[], read: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + read(item), 0);
}
