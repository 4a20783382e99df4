import { parseGapMarker } from '@palimpsest/core-types';
import {
  findFailingRun,
  findTagPair,
  isDiagnostic,
  lineSpans,
  truncateText,
  type Span,
} from '../../text/index.ts';
import { isFalseAlarm } from '../false-alarm.ts';

/** Maximum length of an excerpt with its line break, in UTF-16 units (law 7). */
const EXCERPT_MAX_LENGTH = 400;

/** A separate word that names an error: `TypeError:`, `--- FAIL:`, `[lint] ERROR`, but not the `error` of a file name. */
const NAMED_ERROR =
  /(?:^|[\s:([])(?:[A-Za-z_.]{0,100}(?:Error|Exception)|error|ERROR|FAIL|FAILED|[Ff]ailed|[Ff]atal|FATAL|panic)(?=[:\s\])]|$)/;
const ERROR_WORD =
  /error|exception|fail|fatal|panic|denied|refused|cannot|not found|no such|undefined|invalid|unexpected/i;

/** How agents start their own error messages. */
const AGENT_ERROR = /^(?:<tool_use_error>|error\b)/i;

/**
 * Returns the lines of a failed result that stay readable: the first line that names an error, else the first line, and the last line; of a
 * test run the failed tests, the reason and the count. One or two short lines stay whole.
 */
export function failureExcerpt(text: string): readonly string[] {
  const trimmed = text.trim();
  const { lines, isLocated } = findExcerpt(trimmed);
  const shown = lines.map(({ start, end }) => trimmed.slice(start, end));
  if (isWholeExcerpt(trimmed)) return shown;
  if (isLocated) return truncateLines(shown);
  const [first = '', last] = shown;
  if (last === undefined) return [cut(first, EXCERPT_MAX_LENGTH)];
  const half = Math.floor((EXCERPT_MAX_LENGTH - 1) / 2);
  const beginning = cut(first, Math.max(half, EXCERPT_MAX_LENGTH - 1 - last.length));
  return [beginning, cut(last, EXCERPT_MAX_LENGTH - 1 - beginning.length)];
}

/** Lines at the end of an output that are searched for errors, and how many of those found are shown. */
const SEARCHED_LINES = 20;
const MAX_SHOWN_LINES = 2;

/** Returns the last lines of an output that look like an error, up to two. */
export function errorLines(text: string): readonly string[] {
  const lines = text
    .trimEnd()
    .slice(-SEARCHED_LINES * EXCERPT_MAX_LENGTH)
    .toWellFormed()
    .split('\n')
    .slice(-SEARCHED_LINES);
  return lines
    .map((line) => line.trim())
    .filter((line) => (NAMED_ERROR.test(line) || ERROR_WORD.test(line)) && !isFalseAlarm(line))
    .slice(-MAX_SHOWN_LINES)
    .map((line) => cut(line, EXCERPT_MAX_LENGTH / MAX_SHOWN_LINES));
}

/** Returns the spans of the lines that `failureExcerpt` returns, before it truncates them. */
export function errorLineSpans(text: string): Span[] {
  const inner = findTagPair(text)?.inner;
  const output = text.slice(inner?.start, inner?.end);
  const from = (inner?.start ?? 0) + output.length - output.trimStart().length;
  const { lines } = findExcerpt(output.trim());
  return lines.map(({ start, end }) => ({ start: from + start, end: from + end }));
}

function findExcerpt(text: string): {
  readonly lines: readonly Span[];
  readonly isLocated: boolean;
} {
  if (text === '') return { lines: [], isLocated: false };
  if (isWholeExcerpt(text)) return { lines: lineSpans(text), isLocated: false };
  const last = lastLine(text);
  const found = locatedLines(text, last);
  if (found.length > 0) return { lines: [...found, last], isLocated: true };
  const first = lineAt(text, errorIndex(text));
  const isOne = text.slice(first.start, first.end) === text.slice(last.start, last.end);
  return { lines: isOne ? [last] : [first, last], isLocated: false };
}

/**
 * Returns the lines that say where a compiler, a linter or a test run failed, in the order of the text: the first error of a compiler or linter,
 * the first failing test (the count if nothing else is named), the reason, then the count and the others as far as they fit. None for any
 * other text.
 */
function locatedLines(text: string, last: Span): readonly Span[] {
  const run = findFailingRun(text);
  const [error, ...others] = lineSpans(text)
    .filter((span) => isDiagnostic(textOf(text, span)))
    .map((span) => trimSpan(text, span));
  if (run === undefined && error === undefined) return [];
  const [test, ...tests] = run?.tests ?? [];
  const shown = new Map([[textOf(text, last), last]]);
  let budget = EXCERPT_MAX_LENGTH - textOf(text, last).length;
  const add = (span: Span | undefined, isOptional: boolean): void => {
    const line = span === undefined ? '' : textOf(text, span);
    if (span === undefined || shown.has(line) || (isOptional && line.length >= budget)) return;
    shown.set(line, span);
    budget -= line.length + 1;
  };
  add(error ?? test ?? run?.total, false);
  add(run?.reason, error !== undefined);
  for (const span of [...others, run?.total, test, ...tests]) add(span, true);
  shown.delete(textOf(text, last));
  return [...shown.values()].toSorted((one, another) => one.start - another.start);
}

function textOf(text: string, { start, end }: Span): string {
  return text.slice(start, end);
}

/** Truncates lines to the maximum length together; short lines leave their rest to the following ones. */
function truncateLines(lines: readonly string[]): readonly string[] {
  if (lines.join('\n').length <= EXCERPT_MAX_LENGTH) return lines;
  let budget = EXCERPT_MAX_LENGTH - (lines.length - 1);
  return lines.map((line, index) => {
    const shown = cut(line, Math.floor(budget / (lines.length - index)));
    budget -= shown.length;
    return shown;
  });
}

/** Returns an index in the line that first names an error; 0 if none does. */
function errorIndex(text: string): number {
  const lines = lineSpans(text);
  if (AGENT_ERROR.test(text) && !isFalseAlarm(textOf(text, lines[0]!))) return 0;
  for (const pattern of [NAMED_ERROR, ERROR_WORD]) {
    for (const span of lines) {
      const line = textOf(text, span);
      const at = line.search(pattern);
      if (at >= 0 && !isFalseAlarm(line)) return span.start + at;
    }
  }
  return 0;
}

/** Returns the last line that is neither blank nor a gap marker. */
function lastLine(text: string): Span {
  for (let end = text.length; end > 0;) {
    const line = lineAt(text, end - 1);
    if (line.end > line.start && parseGapMarker(text.slice(line.start, line.end)) === undefined)
      return line;
    end = text.lastIndexOf('\n', end - 1);
  }
  return lineAt(text, text.length - 1);
}

/** Returns whether the excerpt is the whole text. */
export function isWholeExcerpt(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.length > EXCERPT_MAX_LENGTH) return false;
  const first = trimmed.indexOf('\n');
  return first < 0 || !trimmed.includes('\n', first + 1);
}

function lineAt(text: string, index: number): Span {
  const from = text.lastIndexOf('\n', index) + 1;
  const lineBreak = text.indexOf('\n', index);
  return trimSpan(text, { start: from, end: lineBreak < 0 ? text.length : lineBreak });
}

function trimSpan(text: string, span: Span): Span {
  const line = textOf(text, span);
  const start = span.start + line.length - line.trimStart().length;
  return { start, end: start + line.trim().length };
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${truncateText(text, length - 1)}…`;
}
