import { standsForLines, unitEnd, unitStart, type ParsedText } from './parsed-text.ts';
import type { Span } from '@palimpsest/engine/text';
import { findPartitionPoint } from '../ranking/find-partition-point.ts';

/** Returns the units that overlap a span, without earlier gap markers. */
export function unitsIn(parsed: ParsedText, { start, end }: Span): number[] {
  const found: number[] = [];
  const first = findPartitionPoint(parsed.count, (unit) => unitEnd(parsed, unit) > start);
  for (let unit = first; unit < parsed.count && unitStart(parsed, unit) < end; unit += 1) {
    if (!standsForLines(parsed, unit)) found.push(unit);
  }
  return found;
}

export function unitsWhere({ count }: ParsedText, isWanted: (unit: number) => boolean): number[] {
  const found: number[] = [];
  for (let unit = 0; unit < count; unit += 1) if (isWanted(unit)) found.push(unit);
  return found;
}
