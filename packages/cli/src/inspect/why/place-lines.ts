import {
  CONTINUES,
  END,
  KEY,
  LINE,
  SHAPE,
  START,
  TRIVIAL,
  UNIT_SIZE,
  type Reader,
  type Reading,
} from '@palimpsest/salience';
import type { KeptLine } from '@palimpsest/strategy-salience';

/** Where kept lines stand in their text, as counts of the lines left out between them. */
export interface PlacedLines {
  /** Lines left out before each kept one, and at last behind them. */
  readonly gaps: readonly number[];
  readonly kept: number;
  readonly of: number;
}

/** Finds kept lines in the text they are from. Of equal lines the later one is meant: room is filled from the newest on. */
export function placeLines(
  source: string,
  lines: readonly KeptLine[],
  { reader, units }: { readonly reader: Reader; readonly units: number },
): PlacedLines {
  for (const form of ['read', 'readText', 'readWhole'] as const) {
    const reading = reader[form](source);
    const places = reading.count === units ? findUnits(reading, lines) : undefined;
    if (places !== undefined) return countGaps(reading, places);
  }
  return { gaps: lines.map(() => 0), kept: lines.length, of: units };
}

/** The unit of each kept line; `undefined` where this is not the text they are from. */
function findUnits(
  { source, units, count }: Reading,
  lines: readonly KeptLine[],
): readonly number[] | undefined {
  const places: number[] = [];
  let unit = count - 1;
  for (let line = lines.length - 1; line >= 0; line -= 1, unit -= 1) {
    const { text } = lines[line]!;
    while (unit >= 0 && !isText(unit, text)) unit -= 1;
    if (unit < 0) return undefined;
    places.push(unit);
  }
  return places.toReversed();

  function isText(at: number, text: string): boolean {
    const start = units[at * UNIT_SIZE + START]!;
    return units[at * UNIT_SIZE + END]! - start === text.length && source.startsWith(text, start);
  }
}

/** Blank lines and brackets count only where they are kept; a line of several pieces counts once. */
function countGaps({ units, count }: Reading, places: readonly number[]): PlacedLines {
  const gaps: number[] = [];
  let [gap, kept, of, next] = [0, 0, 0, 0];
  for (let unit = 0, end = 0; unit < count; unit = end) {
    end = unit + 1;
    while (end < count && (units[end * UNIT_SIZE + SHAPE]! & CONTINUES) !== 0) end += 1;
    const at = unit * UNIT_SIZE;
    const line = units[at + LINE]!;
    const isSilent = (units[at + SHAPE]! & (TRIVIAL | KEY)) !== 0;
    const size = isSilent ? 0 : line < -1 ? -1 - line : 1;
    if (next < places.length && places[next]! < end) {
      for (; next < places.length && places[next]! < end; next += 1) {
        gaps.push(gap);
        gap = 0;
      }
      kept += Math.max(1, size);
      of += Math.max(1, size);
    } else {
      gap += size;
      of += size;
    }
  }
  return { gaps: [...gaps, gap], kept, of };
}
