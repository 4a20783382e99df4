import { createProseLines } from '@palimpsest/engine/text';
import { unitStart, unitText, type ParsedText } from '../reading/parsed-text.ts';

/** Returns the line from a unit on. */
export function lineFrom(parsed: ParsedText, first: number): string {
  const { source } = parsed;
  const start = unitStart(parsed, first);
  const lineBreak = source.indexOf('\n', start);
  return source.slice(start, lineBreak < 0 ? source.length : lineBreak);
}

/** Returns a line with only these units, as a record has it. */
export function lineOf(parsed: ParsedText, units: readonly number[]): string {
  return `${units
    .map((unit) => unitText(parsed, unit))
    .join('')
    .trim()} …`;
}

/** Returns whether a line is parsed as prose. */
export function isProse(line: string): boolean {
  return createProseLines()(line) !== undefined;
}
