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
export function exchangeUnits({ exchanges }: ExchangeIndex, boundary: number): ExchangeUnit[] {
  const unitOf = new Map<number, ExchangeUnit>();
  for (const { start, end, calls, isPending } of exchanges) {
    if (end >= boundary || isPending) continue;
    const results = calls.flatMap(({ response }) => response?.entry ?? []);
    const entries = new Set([start, ...results]);
    const joined = new Set([...entries].flatMap((entry) => unitOf.get(entry) ?? []));
    const unit: ExchangeUnit = { callEntries: [start], resultEntries: [], calls: calls.length };
    for (const other of joined) {
      unit.callEntries.push(...other.callEntries);
      unit.resultEntries.push(...other.resultEntries);
      unit.calls += other.calls;
    }
    for (const entry of entries) {
      if (entry !== start && !unitOf.has(entry)) unit.resultEntries.push(entry);
    }
    unit.callEntries.sort((a, b) => a - b);
    unit.resultEntries.sort((a, b) => a - b);
    for (const entry of [...unit.callEntries, ...unit.resultEntries]) unitOf.set(entry, unit);
  }
  const units = [...new Set(unitOf.values())];
  return units.toSorted((a, b) => a.callEntries[0]! - b.callEntries[0]!);
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
