import { getRecallPrefixLength } from '@palimpsest/core-types';
import {
  SMALL_GROUP,
  isTrivial,
  unitLength,
  unitStart,
  unitText,
  type ParsedText,
} from '@palimpsest/salience';
import type { Span } from '@palimpsest/text';
import { isOutcomeField } from '@palimpsest/tool-taxonomy';
import { beginningOf, failureLines, saysSomething } from './failure-lines.ts';
import { findPartitionPoint } from './find-partition-point.ts';
import { textsOfJson } from './json-texts.ts';
import { namedErrors, namedErrorsOfLines } from './named-errors.ts';
import { linesFrom, unitsIn, type TextLine } from './text-lines.ts';

/** Of a long line, this many characters stay readable. */
const READABLE = 200;

/** Parts of one result share this. */
const READABLE_IN_ALL = 160;
const READABLE_LEAST = 20;

/** The names of members in JSON, where they are short words. */
const MEMBER = /"(\w{1,20})"\s*:/g;

/**
 * The units of a failed result that stay: its first line, its first error line and its last line, up to 200 characters each (law 7), and
 * the lines by which a command is known as failed; of JSON what says how it ended, and such lines of the texts in it.
 *
 * @param parts how many the result has: each of several keeps less
 */
export function failureUnits(reading: ParsedText, parts = 1): number[] {
  const readable = Math.min(
    READABLE,
    Math.max(READABLE_LEAST, Math.floor(READABLE_IN_ALL / parts)),
  );
  const found = new Set<number>();
  if (reading.form === 'json') addMembers(reading, readable, found);
  else addLines(reading, readable, found);
  return [...found].toSorted((a, b) => a - b);
}

function addMembers(reading: ParsedText, readable: number, found: Set<number>): void {
  // A record that is short once it is reduced is one member.
  const longest = Math.max(readable, SMALL_GROUP);
  for (const unit of outcomeMembers(reading, longest)) found.add(unit);
  const known = new Set<string>();
  const texts = textsOfJson(reading.source);
  for (const { lines } of texts.toSorted((one, other) => one.depth - other.depth)) {
    const { spans, isTold, words } = failureLines(lines, readable);
    // What stands deeper says nothing of how the call ended where the same stands farther out.
    if (known.has(words) && !isTold) continue;
    known.add(words);
    const [{ start }] = lines as readonly [TextLine];
    const { start: first } = lines.find(saysSomething)!;
    addUnits(reading, spans, found);
    if (spans.some((span) => span.start === first)) addLead(reading, { start, end: first }, found);
  }
}

/** Returns the members of JSON that tell how a call ended and are no longer than this. */
export function outcomeMembers(reading: ParsedText, longest: number): number[] {
  const found: number[] = [];
  for (let unit = 0; unit < reading.count; unit += 1) {
    if (unitLength(reading, unit) <= longest && tellsOutcome(unitText(reading, unit)))
      found.push(unit);
  }
  return found;
}

function tellsOutcome(member: string): boolean {
  for (const [, name = ''] of member.matchAll(MEMBER)) if (isOutcomeField(name)) return true;
  return false;
}

function addLines(reading: ParsedText, readable: number, found: Set<number>): void {
  const { source } = reading;
  const start = getRecallPrefixLength(source);
  const begin = firstWord(reading, start);
  const lines = linesFrom(source, begin);
  addUnits(reading, [beginningOf(lines[0]!, readable)], found);
  addLead(reading, { start, end: begin }, found);
  addUnits(reading, failureLines(lines, readable).spans, found);
  const [line, ...others] = lines.filter(saysSomething);
  if (line === undefined) return;
  const named =
    others.length === 0 ? namedErrors(line) : namedErrorsOfLines(source, begin, readable);
  addUnits(reading, named, found);
}

/** Where a text begins to say something: an id to recall it by, and a mark for lines before, are no part of what failed. */
function firstWord(reading: ParsedText, from: number): number {
  for (let unit = 0; unit < reading.count; unit += 1) {
    const start = unitStart(reading, unit);
    if (start >= from && !isTrivial(reading, unit)) return start;
  }
  return from;
}

/** Adds the blank lines before the first that says something: a mark for them would hide from the next pass that it is the first. */
function addLead(reading: ParsedText, { start, end }: Span, found: Set<number>): void {
  if (!/^(?:\s|\\[nrt])*$/.test(reading.source.slice(start, end))) return;
  const first = findPartitionPoint(reading.count, (unit) => unitStart(reading, unit) >= start);
  for (let unit = first; unit < reading.count && unitStart(reading, unit) < end; unit += 1)
    found.add(unit);
}

function addUnits(reading: ParsedText, spans: readonly Span[], found: Set<number>): void {
  for (const span of spans) for (const unit of unitsIn(reading, span)) found.add(unit);
}
