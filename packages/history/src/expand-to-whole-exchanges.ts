import type { ExchangeIndex } from './exchange-index.ts';
import { exchangeUnits } from './exchange-units.ts';

/** Returns the indices to retain, expanded to whole tool exchanges. Ignores exchanges that end at or after `boundary`. */
export function expandToWholeExchanges(
  index: ExchangeIndex,
  boundary: number,
  isHeld: (entry: number) => boolean,
): ReadonlySet<number> {
  const held = new Set<number>();
  for (let entry = 0; entry < index.history.length; entry += 1) if (isHeld(entry)) held.add(entry);
  for (const { callers, answerers } of exchangeUnits(index, boundary)) {
    const entries = [...callers, ...answerers];
    if (entries.some((entry) => held.has(entry))) for (const entry of entries) held.add(entry);
  }
  return held;
}
