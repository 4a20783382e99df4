import { afterRecallId, parseGapMarker } from '@palimpsest/core-types';
import {
  isStandIn,
  isTrivial,
  unitEnd,
  unitLength,
  unitStart,
  unitText,
  type Reading,
} from '@palimpsest/salience';
import {
  failureExcerpt,
  failureLineIndex,
  failureTexts,
  isOutcomeField,
} from '@palimpsest/tool-taxonomy';
import { firstWhere } from './first-where.ts';

/** Of a long line, this many characters stay readable. */
const READABLE = 200;

/** The names of members in JSON, where they are short words. */
const MEMBER = /"(\w{1,20})"\s*:/g;

/**
 * The units of a failed result that stay: its first line, its first error line and its last line, up to 200 characters each (law 7), and
 * the line by which a command is known as failed; of JSON what says how it ended, and the same lines of the words in it.
 */
export function failureUnits(reading: Reading): number[] {
  return reading.form === 'json' ? failureMembers(reading) : failureLines(reading);
}

function failureMembers(reading: Reading): number[] {
  const { source, count } = reading;
  const found = new Set<number>();
  for (let unit = 0; unit < count; unit += 1) {
    if (unitLength(reading, unit) <= READABLE && tellsOutcome(unitText(reading, unit)))
      found.add(unit);
  }
  for (const words of wordsOf(JSON.parse(source))) {
    for (const [place, line] of failureExcerpt(words).entries()) {
      const said = line.endsWith('…') ? line.slice(0, -1) : line;
      const written = JSON.stringify(said).slice(1, -1);
      // The last line may say what another says before it, and the first what another says behind it.
      const at = place === 0 ? source.indexOf(written) : source.lastIndexOf(written);
      if (at >= 0 && written !== '')
        addUnits(reading, at, Math.min(written.length, READABLE), found);
    }
  }
  return ascending(found);
}

/** Of more texts than this, nobody knows which one tells how a call ended. */
const MOST_TEXTS = 8;

/** What a failed value says in words, and each of its texts; a mark for what is left out says nothing. */
function wordsOf(value: unknown): string[] {
  const texts = failureTexts(value);
  return [texts.join('\n'), ...texts.slice(0, MOST_TEXTS)].map((text) =>
    text
      .split('\n')
      .filter((line) => parseGapMarker(line.trim()) === undefined)
      .join('\n'),
  );
}

function tellsOutcome(member: string): boolean {
  for (const [, name = ''] of member.matchAll(MEMBER)) if (isOutcomeField(name)) return true;
  return false;
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
  // A mark for blank lines before `Error: …` would hide from the next pass that it is the first thing said.
  const start = afterRecallId(source);
  if (source.slice(start, begin).trim() === '') {
    const first = firstWhere(reading.count, (unit) => unitStart(reading, unit) >= start);
    for (let unit = first; unit < reading.count && unitStart(reading, unit) < begin; unit += 1) {
      found.add(unit);
    }
  }
  // Without it the result would be a success to the next pass, and to the model.
  const telling = failureLineIndex(source.slice(begin));
  if (telling !== undefined) {
    const at = begin + telling;
    addUnits(reading, at, Math.min(lineEnd(source, at) - at, READABLE), found);
  }
  // The last line may say what another says before it: it is its place that counts.
  const end = lastWord(reading);
  const lastLine = source.lastIndexOf('\n', end - 1) + 1;
  addUnits(reading, lastLine, Math.min(end - lastLine, READABLE), found);
  return ascending(found);
}

function ascending(units: ReadonlySet<number>): number[] {
  return [...units].toSorted((a, b) => a - b);
}

/** Where a text begins to say something: an id to recall it by, and a mark for lines before, are no part of what failed. */
function firstWord(reading: Reading): number {
  const { source, count } = reading;
  const from = afterRecallId(source);
  for (let unit = 0; unit < count; unit += 1) {
    const start = unitStart(reading, unit);
    if (start >= from && !isTrivial(reading, unit)) return start;
  }
  return from;
}

/** Where it ends to say something: a mark for lines behind is no part of it. */
function lastWord(reading: Reading): number {
  for (let unit = reading.count - 1; unit >= 0; unit -= 1) {
    if (!isStandIn(reading, unit) && unitLength(reading, unit) > 0) return unitEnd(reading, unit);
  }
  return 0;
}

function lineEnd(source: string, from: number): number {
  const end = source.indexOf('\n', from);
  return end < 0 ? source.length : end;
}

function addUnits(reading: Reading, from: number, length: number, found: Set<number>): void {
  const { count } = reading;
  const first = firstWhere(count, (unit) => unitEnd(reading, unit) > from);
  for (let unit = first; unit < count && unitStart(reading, unit) < from + length; unit += 1) {
    if (!isStandIn(reading, unit)) found.add(unit);
  }
}
