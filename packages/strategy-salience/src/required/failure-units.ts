import {
  errorLineSpans,
  isOutcomeField,
  successSpan,
  verdictSpans,
} from '@palimpsest/engine/tools';
import type { Span } from '@palimpsest/engine/text';
import type { ParsedText } from '../reading/parsed-text.ts';
import { unitsIn } from '../reading/text-lines.ts';

/** Characters that a report keeps of a line of a failure (law 7): most errors stay readable with them. */
const MAX_LINE_LENGTH = 160;

/** Returns the units of the first two lines that name the error of a failed result, such as a failed test and the reason. */
export function errorUnits(parsed: ParsedText): readonly number[] {
  const lines = errorLineSpans(parsed.source);
  // The last line of a result need not name an error.
  const errors = lines.slice(0, Math.max(1, Math.min(2, lines.length - 1)));
  return errors.flatMap((error) => unitsIn(parsed, beginningOf(error)));
}

/** A member of a JSON object on its line: `status: failed`. */
const MEMBER_LINE = /^[ -]*(\w{1,20}): .{1,100}$/gm;
/** Outcomes name few members: more of them are data. */
const MAX_MEMBERS = 4;

/**
 * Returns the units that a failed result keeps, so that the error stays readable: its first line, the first line that names an error, and its last line, up
 * to 160 characters each, and the verdict: what says that it failed, such as the exit code.
 */
export function failureUnits(parsed: ParsedText): readonly number[] {
  const { source } = parsed;
  const first = source.search(/\S/);
  const lineBreak = source.indexOf('\n', first);
  const firstLine = { start: first, end: lineBreak < 0 ? source.length : lineBreak };
  const lines = [firstLine, ...errorLineSpans(source)].map(beginningOf);
  const members = [...source.matchAll(MEMBER_LINE)].flatMap(({ index, 0: line, 1: name = '' }) =>
    isOutcomeField(name) ? { start: index, end: index + line.length } : [],
  );
  const spans = [...lines, ...verdictSpans(source), ...members.slice(0, MAX_MEMBERS)];
  const units = spans.flatMap((span) => unitsIn(parsed, span));
  return [...new Set(units)].toSorted((a, b) => a - b);
}

/** Returns the units of the line with which the output of a command reports a success of tests, checks or a build. */
export function successUnits(parsed: ParsedText, command: string): readonly number[] {
  const line = successSpan(parsed.source, command);
  return line === undefined ? [] : unitsIn(parsed, beginningOf(line));
}

/** Returns the start of a line, of the length that stays readable. */
export function beginningOf({ start, end }: Span): Span {
  return { start, end: Math.min(end, start + MAX_LINE_LENGTH) };
}
