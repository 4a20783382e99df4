import type { Exchange, ExchangeIndex } from './exchange-index.ts';

/** Exchanges that share an entry and can only be removed together. Usually a single one. */
export interface ExchangeUnit {
  /** Ascending indices of entries with calls. */
  readonly callEntries: readonly number[];
  /** Indices of entries with results only. */
  readonly resultEntries: readonly number[];
  /** Number of calls. */
  readonly calls: number;
}

/** Returns the units that end before `boundary`, oldest first. */
export function* exchangeUnits(
  { exchanges, history }: ExchangeIndex,
  boundary: number,
): Generator<ExchangeUnit> {
  const before = exchanges.filter(({ end, isPending }) => end < boundary && !isPending);
  const { root, join } = disjointSets(before.length);
  /** Index of the first exchange of each entry, -1 if there is none. */
  const claimedBy = new Int32Array(history.length).fill(-1);
  const resultEntries: number[] = [];
  let isShared = false;
  const claim = (entry: number, index: number): boolean => {
    const first = claimedBy[entry]!;
    if (first < 0) claimedBy[entry] = index;
    else if (first !== index) {
      join(index, first);
      isShared = true;
    }
    return first < 0;
  };
  for (const [index, { start, calls }] of before.entries()) {
    claim(start, index);
    for (const { response } of calls) {
      if (response !== undefined && claim(response.entry, index))
        resultEntries.push(response.entry);
    }
  }
  if (!isShared) {
    for (const exchange of before) yield single(exchange);
    return;
  }
  const units = new Map<
    number,
    { callEntries: number[]; resultEntries: number[]; calls: number }
  >();
  for (const [index, { start, calls }] of before.entries()) {
    const unit = units.get(root(index));
    if (unit === undefined)
      units.set(root(index), { callEntries: [start], resultEntries: [], calls: calls.length });
    else {
      unit.callEntries.push(start);
      unit.calls += calls.length;
    }
  }
  for (const entry of resultEntries) units.get(root(claimedBy[entry]!))!.resultEntries.push(entry);
  yield* units.values();
}

function single({ start, calls }: Exchange): ExchangeUnit {
  const resultEntries = new Set<number>();
  for (const { response } of calls) {
    if (response !== undefined && response.entry !== start) resultEntries.add(response.entry);
  }
  return { callEntries: [start], resultEntries: [...resultEntries], calls: calls.length };
}

/** Creates disjoint sets of the numbers below `count`; each set is known by one of its members. */
function disjointSets(count: number): {
  readonly root: (member: number) => number;
  readonly join: (member: number, other: number) => void;
} {
  const parent = Int32Array.from({ length: count }, (_, member) => member);
  const root = (member: number): number => {
    let top = member;
    while (parent[top] !== top) {
      parent[top] = parent[parent[top]!]!;
      top = parent[top]!;
    }
    return top;
  };
  const join = (member: number, other: number): void => {
    parent[root(member)] = root(other);
  };
  return { root, join };
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
