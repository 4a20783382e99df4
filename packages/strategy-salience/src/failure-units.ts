import { END, LINE, START, UNIT_SIZE, type Reading } from '@palimpsest/salience';
import { failureExcerpt } from '@palimpsest/tool-taxonomy';

/** Of a long line, this many characters stay readable. */
const READABLE = 200;

/** The units of a failed result that stay: its first error line and its last line, up to 200 characters each (law 7). */
export function failureUnits(reading: Reading): number[] {
  const { source } = reading;
  const found = new Set<number>();
  for (const line of failureExcerpt(source)) {
    const text = line.endsWith('…') ? line.slice(0, -1) : line;
    const at = source.indexOf(text);
    if (at >= 0) addUnits(reading, at, Math.min(text.length, READABLE), found);
  }
  // The last line may say what another says before it: it is its place that counts.
  const end = source.trimEnd().length;
  const start = source.lastIndexOf('\n', end - 1) + 1;
  addUnits(reading, start, Math.min(end - start, READABLE), found);
  return [...found].toSorted((a, b) => a - b);
}

function addUnits(
  { units, count }: Reading,
  from: number,
  length: number,
  found: Set<number>,
): void {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (units[middle * UNIT_SIZE + END]! <= from) low = middle + 1;
    else high = middle;
  }
  for (let unit = low; unit < count && units[unit * UNIT_SIZE + START]! < from + length; unit += 1) {
    if (units[unit * UNIT_SIZE + LINE]! >= -1) found.add(unit);
  }
}
