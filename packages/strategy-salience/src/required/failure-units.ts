import { failureExcerptSpans, failureSpans, isOutcomeField } from '@palimpsest/engine/tools';
import type { Span } from '@palimpsest/engine/text';
import type { ParsedText } from '../reading/parsed-text.ts';
import { unitsIn } from '../reading/text-lines.ts';

/** Length to which a line of a failure is cut, in UTF-16 units. Most errors stay readable with it (law 7). */
const MAX_LINE_LENGTH = 160;

/** Returns the units of the line that names the error of a failed result. */
export function errorUnits(reading: ParsedText): readonly number[] {
  const [error] = failureExcerptSpans(reading.source);
  return error === undefined ? [] : unitsIn(reading, beginningOf(error));
}

/** A member of a record on its line: `status: failed`. */
const FIELD = /^[ -]*(\w{1,20}): .{1,100}$/gm;
const MAX_FIELDS = 4;

/**
 * Returns the units that a failed result keeps, so that the error stays readable: its first line, the first line that names an error, and its last line, up
 * to 160 characters each, and what says that it failed, such as the exit code.
 */
export function failureUnits(reading: ParsedText): readonly number[] {
  const { source } = reading;
  const first = source.search(/\S/);
  const lineBreak = source.indexOf('\n', first);
  const firstLine = { start: first, end: lineBreak < 0 ? source.length : lineBreak };
  const lines = [firstLine, ...failureExcerptSpans(source)].map(beginningOf);
  const fields = [...source.matchAll(FIELD)].flatMap(({ index, 0: line, 1: name = '' }) =>
    isOutcomeField(name) ? { start: index, end: index + line.length } : [],
  );
  const spans = [...lines, ...failureSpans(source), ...fields.slice(0, MAX_FIELDS)];
  const units = spans.flatMap((span) => unitsIn(reading, span));
  return [...new Set(units)].toSorted((a, b) => a - b);
}

/** Returns the start of a line, of the length that stays readable. */
export function beginningOf({ start, end }: Span): Span {
  return { start, end: Math.min(end, start + MAX_LINE_LENGTH) };
}
