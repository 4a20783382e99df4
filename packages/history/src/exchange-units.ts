import type { ExchangeIndex } from './exchange-index.ts';

/** Exchanges that can only go together, because an entry answers or calls for several of them. Mostly a single one. */
export interface ExchangeUnit {
  /** Entries that call, ascending. */
  readonly callers: readonly number[];
  /** Entries that answer. */
  readonly answerers: readonly number[];
  /** How many calls there are. */
  readonly calls: number;
}

/** The exchanges that lie wholly before `boundary`, oldest first. */
export function exchangeUnits(
  { exchanges }: ExchangeIndex,
  boundary: number,
): readonly ExchangeUnit[] {
  const before = exchanges.filter(({ end, isPending }) => end < boundary && !isPending);
  const parent = before.map((_, at) => at);
  const root = (at: number): number => {
    let top = at;
    while (parent[top] !== top) top = parent[top] = parent[parent[top]!]!;
    return top;
  };
  const claimedBy = new Map<number, number>();
  const answeredAt = new Set<number>();
  const claim = (entry: number, at: number): void => {
    const first = claimedBy.get(entry);
    if (first === undefined) claimedBy.set(entry, at);
    else parent[root(at)] = root(first);
  };
  for (const [at, { start, calls }] of before.entries()) {
    claim(start, at);
    for (const { response } of calls) {
      if (response === undefined) continue;
      claim(response.entry, at);
      answeredAt.add(response.entry);
    }
  }
  const units = new Map<number, { callers: number[]; answerers: number[]; calls: number }>();
  for (const [at, { start, calls }] of before.entries()) {
    let unit = units.get(root(at));
    if (unit === undefined) units.set(root(at), (unit = { callers: [], answerers: [], calls: 0 }));
    unit.callers.push(start);
    unit.calls += calls.length;
  }
  for (const entry of answeredAt) units.get(root(claimedBy.get(entry)!))!.answerers.push(entry);
  return [...units.values()];
}
