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
  failureLineStarts,
  failureTexts,
  isOutcomeField,
} from '@palimpsest/tool-taxonomy';
import { cutText } from '@palimpsest/text';
import { firstWhere } from './first-where.ts';
import { stringLines, type StringLine } from './string-lines.ts';

/** Of a long line, this many characters stay readable. */
const READABLE = 200;

/** Parts of one result share this. */
const READABLE_IN_ALL = 160;
const READABLE_LEAST = 20;

/** The names of members in JSON, where they are short words. */
const MEMBER = /"(\w{1,20})"\s*:/g;

/**
 * The units of a failed result that stay: its first line, its first error line and its last line, up to 200 characters each (law 7), and
 * the line by which a command is known as failed; of JSON what says how it ended, and the same lines of the words in it.
 *
 * @param parts how many the result has: each of several keeps less
 */
export function failureUnits(reading: Reading, parts = 1): number[] {
  const readable = Math.min(
    READABLE,
    Math.max(READABLE_LEAST, Math.floor(READABLE_IN_ALL / parts)),
  );
  return reading.form === 'json'
    ? failureMembers(reading, readable)
    : failureLines(reading, readable);
}

function failureMembers(reading: Reading, readable: number): number[] {
  const { source, count } = reading;
  const found = new Set<number>();
  for (let unit = 0; unit < count; unit += 1) {
    if (unitLength(reading, unit) <= readable && tellsOutcome(unitText(reading, unit)))
      found.add(unit);
  }
  const lines = stringLines(source).map((line) => ({
    ...line,
    text: cutText(line.text, readable).trim(),
  }));
  for (const words of wordsOf(JSON.parse(source))) {
    const shown = failureExcerpt(withReadableLines(words, readable));
    for (const start of failureLineStarts(words))
      shown.push(words.slice(start, lineEnd(words, start)));
    for (const [place, line] of shown.entries()) {
      const at = lineThatSays(cutText(line, readable), lines, place === 0);
      if (at !== undefined)
        addUnits(reading, at.start, Math.min(at.end - at.start, readable), found);
    }
  }
  return ascending(found);
}

/**
 * The line that an excerpt shows, or shows the beginning of. The last line may say what another says before it, and the first what another
 * says behind it; what stands deeper says nothing of how the call ended where the same stands farther out.
 */
function lineThatSays(
  shown: string,
  lines: readonly StringLine[],
  isFirst: boolean,
): StringLine | undefined {
  const said = shown.trim();
  const start = said.length > 1 && said.endsWith('…') ? said.slice(0, -1) : undefined;
  let found: StringLine | undefined;
  for (const line of lines) {
    const { text, depth } = line;
    if (text !== said && (start === undefined || !text.startsWith(start))) continue;
    const isBetter = found === undefined || depth < found.depth;
    if (isBetter || (!isFirst && depth === found!.depth)) found = line;
  }
  return found;
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

/** The type of a part counts as well: without it the next pass would not find the words of that part. */
function tellsOutcome(member: string): boolean {
  for (const [, name = ''] of member.matchAll(MEMBER)) {
    if (name === 'type' || isOutcomeField(name)) return true;
  }
  return false;
}

function failureLines(reading: Reading, readable: number): number[] {
  const { source } = reading;
  const found = new Set<number>();
  const begin = firstWord(reading);
  for (const line of failureExcerpt(withReadableLines(source.slice(begin), readable))) {
    const at = excerptLineStart(source, line, begin, readable);
    if (at >= 0) addUnits(reading, at, Math.min(line.length, readable), found);
  }
  addUnits(reading, begin, Math.min(lineEnd(source, begin) - begin, readable), found);
  // A mark for blank lines before `Error: …` would hide from the next pass that it is the first thing said.
  const start = afterRecallId(source);
  if (source.slice(start, begin).trim() === '') {
    const first = firstWhere(reading.count, (unit) => unitStart(reading, unit) >= start);
    for (let unit = first; unit < reading.count && unitStart(reading, unit) < begin; unit += 1) {
      found.add(unit);
    }
  }
  // Without it the result would be a success to the next pass, and to the model.
  for (const told of failureLineStarts(source.slice(begin))) {
    const at = begin + told;
    addUnits(reading, at, Math.min(lineEnd(source, at) - at, readable), found);
  }
  // The last line may say what another says before it: it is its place that counts.
  const end = lastWord(reading);
  const lastLine = source.lastIndexOf('\n', end - 1) + 1;
  addUnits(reading, lastLine, Math.min(end - lastLine, readable), found);
  return ascending(found);
}

/** What stands farther back in a long line goes, so that the next pass would look for the error in another line. */
function withReadableLines(text: string, readable: number): string {
  return text.length <= readable
    ? text
    : text
        .split('\n')
        .map((line) => cutText(line, readable))
        .join('\n');
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

/** Returns the start of the first line whose readable part is, or begins with, a line of an excerpt; -1 where there is none. */
function excerptLineStart(source: string, shown: string, from: number, readable: number): number {
  const text = shown.endsWith('…') ? shown.slice(0, -1) : shown;
  for (let start = from, end = from; start <= source.length; start = end + 1) {
    end = lineEnd(source, start);
    const line = cutText(source.slice(start, end), readable).trim();
    if (text === shown ? line === text : line.startsWith(text)) return source.indexOf(text, start);
  }
  return -1;
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
