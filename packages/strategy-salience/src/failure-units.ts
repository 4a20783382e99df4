import { hasRecallId } from '@palimpsest/core-types';
import { END, LINE, SHAPE, START, TRIVIAL, UNIT_SIZE, type Reading } from '@palimpsest/salience';
import { failureExcerpt, isOutcomeField } from '@palimpsest/tool-taxonomy';

/** Of a long line, this many characters stay readable. */
const READABLE = 200;

/** A member of JSON whose name is a short word. */
const MEMBER = /^"(\w{1,20})"\s*:/;

/**
 * The units of a failed result that stay: its first line, its first error line and its last line, up to 200 characters each (law 7); of
 * JSON what says how it ended.
 */
export function failureUnits(reading: Reading): number[] {
  return reading.form === 'json' ? statusMembers(reading) : failureLines(reading);
}

function statusMembers({ source, units, count }: Reading): number[] {
  const found: number[] = [];
  for (let unit = 0; unit < count; unit += 1) {
    const start = units[unit * UNIT_SIZE + START]!;
    const end = units[unit * UNIT_SIZE + END]!;
    if (end - start > READABLE) continue;
    const name = MEMBER.exec(source.slice(start, end))?.[1];
    if (name !== undefined && isOutcomeField(name)) found.push(unit);
  }
  return found;
}

function failureLines(reading: Reading): number[] {
  const { source } = reading;
  const found = new Set<number>();
  const begin = firstWord(reading);
  for (const line of failureExcerpt(source.slice(begin))) {
    const text = line.endsWith('…') ? line.slice(0, -1) : line;
    const at = source.indexOf(text, begin);
    if (at >= 0) addUnits(reading, at, Math.min(text.length, READABLE), found);
  }
  addUnits(reading, begin, Math.min(lineEnd(source, begin) - begin, READABLE), found);
  // The last line may say what another says before it: it is its place that counts.
  const end = lastWord(reading);
  const start = source.lastIndexOf('\n', end - 1) + 1;
  addUnits(reading, start, Math.min(end - start, READABLE), found);
  return [...found].toSorted((a, b) => a - b);
}

/** Where a text begins to say something: an id to recall it by, and a mark for lines before, are no part of what failed. */
function firstWord({ source, units, count }: Reading): number {
  const from = hasRecallId(source) ? source.search(/[\n ]/) + 1 : 0;
  for (let unit = 0; unit < count; unit += 1) {
    const at = unit * UNIT_SIZE;
    const start = units[at + START]!;
    if (start >= from && (units[at + SHAPE]! & TRIVIAL) === 0) return start;
  }
  return from;
}

/** Where it ends to say something: a mark for lines behind is no part of it. */
function lastWord({ units, count }: Reading): number {
  for (let unit = count - 1; unit >= 0; unit -= 1) {
    const at = unit * UNIT_SIZE;
    if (units[at + LINE]! >= -1 && units[at + END]! > units[at + START]!) return units[at + END]!;
  }
  return 0;
}

function lineEnd(source: string, from: number): number {
  const end = source.indexOf('\n', from);
  return end < 0 ? source.length : end;
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
  for (
    let unit = low;
    unit < count && units[unit * UNIT_SIZE + START]! < from + length;
    unit += 1
  ) {
    if (units[unit * UNIT_SIZE + LINE]! >= -1) found.add(unit);
  }
}
