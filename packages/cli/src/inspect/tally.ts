import type { Share } from './inspection.ts';

/** Counts and tokens by name. */
export class Tally {
  readonly #shares = new Map<string, { count: number; tokens: number }>();

  add(name: string, tokens: number, count = 1): void {
    const share = this.#shares.get(name);
    if (share === undefined) this.#shares.set(name, { count, tokens });
    else {
      share.count += count;
      share.tokens += tokens;
    }
  }

  /** The largest first; of equals the one that came first. */
  shares(): Share[] {
    return [...this.#shares]
      .map(([name, share]) => ({ name, ...share }))
      .toSorted((a, b) => b.tokens - a.tokens);
  }
}

/** Keeps the `limit` largest, the largest first; of equals the one that came first. */
export function keepLargest<Item extends { readonly tokens: number }>(
  largest: Item[],
  item: Item,
  limit: number,
): void {
  if (largest.length === limit && largest[limit - 1]!.tokens >= item.tokens) return;
  const at = largest.findIndex(({ tokens }) => tokens < item.tokens);
  largest.splice(at < 0 ? largest.length : at, 0, item);
  if (largest.length > limit) largest.pop();
}
