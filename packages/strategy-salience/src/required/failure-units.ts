import { type Span, truncateText } from '@palimpsest/text';
import { excerptSpans, failureSpans, isOutcomeField } from '@palimpsest/tool-taxonomy';
import { textsOfJson } from './json-texts.ts';
import { type TextLine, hasVisibleText, linesFrom, unitsIn, unitsWhere } from './text-lines.ts';
import {
  type ParsedText,
  isTrivial,
  unitLength,
  unitStart,
  unitText,
} from '../reading/parsed-text.ts';
import { SMALL_GROUP } from '../reading/read-json.ts';
import { findPartitionPoint } from '../ranking/find-partition-point.ts';

/** Readable characters of a long line, shared by the parts of one result. */
const READABLE = 160;
const MIN_READABLE = 20;

/** Names of JSON members that are short words. */
const MEMBER = /"(\w{1,20})"\s*:/g;

/**
 * Returns the units that a failed result keeps: its first line, first error line and last line, up to 160 characters each (law 7), and the
 * lines that identify the failure of a command. Of JSON, the members that state the outcome, and such lines of its texts.
 *
 * @param parts number of parts of the result; each of several keeps less
 */
export function failureUnits(reading: ParsedText, parts: number): number[] {
  const readable = Math.max(MIN_READABLE, Math.floor(READABLE / parts));
  const found = new Set<number>();
  if (reading.form === 'json') addMembers(reading, readable, found);
  else addLines(reading, readable, found);
  return [...found].toSorted((a, b) => a - b);
}

/** Returns the units that name the error of a failed text: its first error line, or the JSON members that state the outcome. */
export function errorUnits(reading: ParsedText): number[] {
  if (reading.form === 'json') return outcomeMembers(reading, READABLE);
  const [error] = excerptSpans(reading.source);
  return error === undefined ? [] : unitsIn(reading, beginningOf(error, READABLE));
}

function addMembers(reading: ParsedText, readable: number, found: Set<number>): void {
  // A record that is short after its reduction becomes one unit.
  const longest = Math.max(readable, SMALL_GROUP);
  for (const unit of outcomeMembers(reading, longest)) found.add(unit);
  const known = new Set<string>();
  const texts = textsOfJson(reading.source);
  for (const { lines } of texts.toSorted((one, other) => one.depth - other.depth)) {
    const { spans, hasFailureStatement, words } = failureLines(lines, readable);
    // An inner member adds nothing if an outer one states the same.
    if (known.has(words) && !hasFailureStatement) continue;
    known.add(words);
    const [{ start }] = lines as readonly [TextLine];
    const { start: first } = lines.find(hasVisibleText)!;
    addUnits(reading, spans, found);
    if (spans.some((span) => span.start === first)) addLead(reading, { start, end: first }, found);
  }
}

/** Returns the JSON members that state the outcome of a call, up to a length. */
export function outcomeMembers(reading: ParsedText, longest: number): number[] {
  return unitsWhere(
    reading,
    (unit) => unitLength(reading, unit) <= longest && tellsOutcome(unitText(reading, unit)),
  );
}

function tellsOutcome(member: string): boolean {
  for (const [, name = ''] of member.matchAll(MEMBER)) if (isOutcomeField(name)) return true;
  return false;
}

function addLines(reading: ParsedText, readable: number, found: Set<number>): void {
  const { source } = reading;
  const begin = firstWord(reading);
  const lines = linesFrom(source, begin);
  addUnits(reading, [beginningOf(lines[0]!, readable)], found);
  addLead(reading, { start: 0, end: begin }, found);
  addUnits(reading, failureLines(lines, readable).spans, found);
  const [line, ...others] = lines.filter(hasVisibleText);
  if (line === undefined) return;
  const named =
    others.length === 0 ? namedErrors(line) : namedErrorsOfLines(source, begin, readable);
  addUnits(reading, named, found);
}

/** Returns where the content of a text starts, after a leading gap marker. */
function firstWord(reading: ParsedText): number {
  for (let unit = 0; unit < reading.count; unit += 1) {
    if (!isTrivial(reading, unit)) return unitStart(reading, unit);
  }
  return 0;
}

/** Adds the blank lines before the first line with content. A gap marker for them would hide from the next pass that it is the first. */
function addLead(reading: ParsedText, { start, end }: Span, found: Set<number>): void {
  if (!/^(?:\s|\\[nrt])*$/.test(reading.source.slice(start, end))) return;
  const first = findPartitionPoint(reading.count, (unit) => unitStart(reading, unit) >= start);
  for (let unit = first; unit < reading.count && unitStart(reading, unit) < end; unit += 1)
    found.add(unit);
}

function addUnits(reading: ParsedText, spans: readonly Span[], found: Set<number>): void {
  for (const span of spans) for (const unit of unitsIn(reading, span)) found.add(unit);
}

/** JSON members that name an error, unless they are empty. */
const MEMBERS = [/"error"\s*:\s*(?:"(?!")|\{(?!\s*\}))/, /"stderr"\s*:\s*"(?!")/] as const;

/** Maximum length of one such member that stays, in UTF-16 units: its name and one line. */
const MEMBER_LENGTH = 220;

/**
 * Maximum length of a line reduced to its beginning and such members, in UTF-16 units. Less than the 1,200 that `law-3-human-text` allows a
 * result where user text was reduced.
 */
const CUT_LINE = 1_150;

/** Returns the positions of error members in a JSON text on one line. */
function namedErrors(line: TextLine): readonly Span[] {
  // A line that was reduced before would be split differently.
  const isCut = line.text.length <= CUT_LINE && line.text.includes('…');
  return MEMBERS.flatMap((member) => {
    const index = member.exec(line.text)?.index;
    if (index === undefined) return [];
    const start = line.start + index;
    return isCut ? line : { start, end: start + MEMBER_LENGTH };
  });
}

/** The same members in JSON over several lines. The message of an error record stays if it starts within 400 UTF-16 units. */
const MEMBERS_OF_LINES = [
  /"error"\s*:\s*(?:\{[^{}]{0,400}?"message"\s*:\s*)?"(?!")/g,
  /"stderr"\s*:\s*"(?!")/g,
] as const;

/** Returns the positions of the first error members in JSON over several lines, each up to its line's end or `readable` UTF-16 units. */
function namedErrorsOfLines(source: string, from: number, readable: number): readonly Span[] {
  return MEMBERS_OF_LINES.flatMap((member) => {
    member.lastIndex = from;
    const start = member.exec(source)?.index;
    if (start === undefined) return [];
    const lineBreak = source.indexOf('\n', member.lastIndex);
    const lineEnd = lineBreak < 0 ? source.length : lineBreak;
    return { start, end: Math.min(lineEnd, member.lastIndex + readable) };
  });
}

/** What a failed text keeps. */
interface FailureLines {
  readonly spans: readonly Span[];
  /** Whether they state by themselves that the call failed. */
  readonly hasFailureStatement: boolean;
  readonly words: string;
}

/**
 * Returns the lines that a failed text keeps: an excerpt, and the lines that identify the failure, each up to `readable` UTF-16 units.
 * Idempotent: returns all lines of its own output.
 */
function failureLines(lines: readonly TextLine[], readable: number): FailureLines {
  const said = lines.filter(hasVisibleText);
  const texts = said.map(({ text }) => text);
  // The rest of each line is removed, so the next pass must find the error in the same line.
  const beginnings = texts.map((text) => truncateText(text, readable));
  const shown = excerptSpans(beginnings.join('\n')).map(
    ({ start }) => lineAt(beginnings, start).line,
  );
  const spans = shown.map((line) => beginningOf(said[line]!, readable));
  const telling = failureSpans(texts.join('\n'));
  for (const { start, end } of telling) {
    const { line, from } = lineAt(texts, start);
    const { [line]: found } = said;
    spans.push(end - from > readable ? found! : beginningOf(found!, readable));
  }
  const words = shown.map((line) => beginnings[line]!.trim()).join('\n');
  return { spans, hasFailureStatement: telling.length > 0, words };
}

/** Returns the beginning of a line. */
function beginningOf({ start, end }: Span, readable: number): Span {
  return { start, end: Math.min(end, start + readable) };
}

/** Returns the number of the line that contains an index, and the line's start. */
function lineAt(
  lines: readonly string[],
  index: number,
): { readonly line: number; readonly from: number } {
  let from = 0;
  let line = 0;
  while (from + lines[line]!.length < index) {
    from += lines[line]!.length + 1;
    line += 1;
  }
  return { line, from };
}
