import { parseGapMarker, stripEscapeSequences } from '@palimpsest/core-types';
import { isGapUnit, unitEnd, unitStart, type ParsedText } from '../reading/parsed-text.ts';
import type { Span } from '@palimpsest/text';
import { findPartitionPoint } from '../ranking/find-partition-point.ts';

/** A line of a text, by its position in the source. */
export interface TextLine extends Span {
  /** What the line says: decoded, if the source is JSON, and without escape sequences. */
  readonly text: string;
}

/** Returns whether a line has content. A gap marker has none. */
export function hasVisibleText({ text }: TextLine): boolean {
  const said = text.trim();
  return said !== '' && parseGapMarker(said) === undefined;
}

/** Returns the lines of a text from an index on. */
export function linesFrom(source: string, from: number): readonly TextLine[] {
  let start = from;
  return source
    .slice(from)
    .split('\n')
    .map((raw) => {
      const line = { start, end: start + raw.length, text: stripEscapeSequences(raw) };
      start = line.end + 1;
      return line;
    });
}

/** Returns the units that overlap a span, without earlier gap markers. */
export function unitsIn(reading: ParsedText, { start, end }: Span): number[] {
  const found: number[] = [];
  const first = findPartitionPoint(reading.count, (unit) => unitEnd(reading, unit) > start);
  for (let unit = first; unit < reading.count && unitStart(reading, unit) < end; unit += 1) {
    if (!isGapUnit(reading, unit)) found.push(unit);
  }
  return found;
}

export function unitsWhere({ count }: ParsedText, isWanted: (unit: number) => boolean): number[] {
  const found: number[] = [];
  for (let unit = 0; unit < count; unit += 1) if (isWanted(unit)) found.push(unit);
  return found;
}
