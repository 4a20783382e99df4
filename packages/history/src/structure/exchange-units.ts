import type { ExchangeIndex } from './exchange-index.ts';

/** Exchanges that share an entry and can only be removed together. Usually a single one. */
export interface ExchangeUnit {
  /** Ascending indices of entries with calls. */
  readonly callEntries: number[];
  /** Indices of entries with results only. */
  readonly resultEntries: number[];
  /** Number of calls. */
  calls: number;
}

/** Returns the units that end before `boundary`, oldest first. */
export function exchangeUnits(
  { exchanges, history }: ExchangeIndex,
  boundary: number,
): ExchangeUnit[] {
  const before = exchanges.filter(({ end, isPending }) => end < boundary && !isPending);
  /** Disjoint sets of exchanges; each set is known by one of its members. */
  const parent = Int32Array.from(before.keys());
  const root = (member: number): number => {
    let top = member;
    while (parent[top] !== top) {
      parent[top] = parent[parent[top]!]!;
      top = parent[top]!;
    }
    return top;
  };
  /** Index of the first exchange of each entry, -1 if there is none. */
  const claimedBy = new Int32Array(history.length).fill(-1);
  const resultEntries: number[] = [];
  const claim = (entry: number, index: number): boolean => {
    const first = claimedBy[entry]!;
    if (first < 0) claimedBy[entry] = index;
    else parent[root(index)] = root(first);
    return first < 0;
  };
  for (const [index, { start, calls }] of before.entries()) {
    claim(start, index);
    for (const { response } of calls) {
      if (response !== undefined && claim(response.entry, index))
        resultEntries.push(response.entry);
    }
  }
  const units = new Map<number, ExchangeUnit>();
  for (const [index, { start, calls }] of before.entries()) {
    let unit = units.get(root(index));
    if (unit === undefined) {
      unit = { callEntries: [], resultEntries: [], calls: 0 };
      units.set(root(index), unit);
    }
    unit.callEntries.push(start);
    unit.calls += calls.length;
  }
  for (const entry of resultEntries) units.get(root(claimedBy[entry]!))!.resultEntries.push(entry);
  return [...units.values()];
}

/** Returns the indices to retain, expanded to whole tool exchanges. Ignores exchanges that end at or after `boundary`. */
export function expandToWholeExchanges(
  index: ExchangeIndex,
  boundary: number,
  isHeld: (entry: number) => boolean,
): ReadonlySet<number> {
  const held = new Set<number>();
  for (let entry = 0; entry < index.history.length; entry += 1) if (isHeld(entry)) held.add(entry);
  for (const { callEntries, resultEntries } of exchangeUnits(index, boundary)) {
    const entries = [...callEntries, ...resultEntries];
    if (entries.some((entry) => held.has(entry))) for (const entry of entries) held.add(entry);
  }
  return held;
}
