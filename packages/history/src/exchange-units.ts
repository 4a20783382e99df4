import type { ExchangeIndex } from './exchange-index.ts';

/** Exchanges that can only go together, because a tool entry answers several of them. Mostly a single one. */
export interface ExchangeUnit {
  /** Entries that call, ascending. */
  readonly callers: readonly number[];
  /** Entries that answer, ascending. */
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
  for (const [at, { calls }] of before.entries()) {
    for (const { response } of calls) {
      if (response === undefined) continue;
      const first = claimedBy.get(response.entry);
      if (first === undefined) claimedBy.set(response.entry, at);
      else parent[root(at)] = root(first);
    }
  }
  const units = new Map<number, { callers: number[]; answerers: number[]; calls: number }>();
  for (const [at, { start, calls }] of before.entries()) {
    let unit = units.get(root(at));
    if (unit === undefined) units.set(root(at), (unit = { callers: [], answerers: [], calls: 0 }));
    unit.callers.push(start);
    unit.calls += calls.length;
  }
  for (const [entry, at] of claimedBy) units.get(root(at))!.answerers.push(entry);
  return [...units.values()];
}
