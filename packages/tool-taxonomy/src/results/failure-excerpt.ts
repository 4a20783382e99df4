import { parseGapMarker } from '@palimpsest/core-types';
import { findFailingRun } from '@palimpsest/text';

/** Most that an excerpt holds, line break included, in UTF-16 units (law 7). */
const EXCERPT_MAX_LENGTH = 400;

/** A word of its own that names an error: `TypeError:`, `--- FAIL:`, `[lint] ERROR`, but not the `error` of a file name. */
const NAMED_ERROR =
  /(?:^|[\s:([])(?:[A-Za-z_.]{0,100}(?:Error|Exception)|error|ERROR|FAIL|FAILED|[Ff]ailed|[Ff]atal|FATAL|panic)(?=[:\s\])]|$)/m;
const ERROR_WORD =
  /error|exception|fail|fatal|panic|denied|refused|cannot|not found|no such|undefined|invalid|unexpected/i;

/** How agents themselves begin a complaint: what follows is their error, not a word in some file. */
const COMPLAINT = /^(?:<tool_use_error>|error\b)/i;

/**
 * What stays readable of a failed result: the first line that speaks of an error (where none does, the first line), and the last line
 * that says anything; of a test run its failing test, the reason and the total, and the last line. A text of one or two lines stays whole
 * where there is room.
 */
export function failureExcerpt(text: string): string[] {
  const said = text.trim();
  if (isWholeExcerpt(said)) return said === '' ? [] : said.split('\n');
  const last = lastLine(said);
  const run = runLines(said, last);
  if (run.length > 0) return fitted([...run, last]);
  const first = lineAt(said, errorIndex(said));
  if (first === last) return [cut(first, EXCERPT_MAX_LENGTH)];
  const half = Math.floor((EXCERPT_MAX_LENGTH - 1) / 2);
  const shown = cut(first, Math.max(half, EXCERPT_MAX_LENGTH - 1 - last.length));
  return [shown, cut(last, EXCERPT_MAX_LENGTH - 1 - shown.length)];
}

/** Of a failing test run the test, the reason, and the total where all lines are shown whole; nothing of other texts. */
function runLines(text: string, last: string): string[] {
  const run = findFailingRun(text);
  if (run === undefined) return [];
  const lines = (spans: readonly (typeof run.test)[]): string[] => {
    const found = spans.flatMap((span) => (span ? [text.slice(span.start, span.end)] : []));
    return [...new Set(found)].filter((line) => line !== last);
  };
  const all = lines([run.test, run.reason, run.total]);
  if ([...all, last].join('\n').length <= EXCERPT_MAX_LENGTH) return all;
  return lines(run.test ? [run.test, run.reason] : [run.total, run.reason]);
}

/** Lines that fit together; short ones leave what they do not need to those behind them. */
function fitted(lines: readonly string[]): string[] {
  let room = EXCERPT_MAX_LENGTH - (lines.length - 1);
  return lines.map((line, index) => {
    const shown = cut(line, Math.floor(room / (lines.length - index)));
    room -= shown.length;
    return shown;
  });
}

/** Where a text speaks of an error first; its beginning where it never does. */
function errorIndex(text: string): number {
  if (COMPLAINT.test(text)) return 0;
  const match = NAMED_ERROR.exec(text) ?? ERROR_WORD.exec(text);
  return match === null ? 0 : match.index + match[0].length - 1;
}

/** The last line that says anything: a mark for lines left out does not, whoever wrote it. */
function lastLine(text: string): string {
  for (let said = text; said !== '';) {
    const start = said.lastIndexOf('\n') + 1;
    const line = said.slice(start).trim();
    if (parseGapMarker(line) === undefined) return line;
    said = said.slice(0, start).trimEnd();
  }
  return lineAt(text, text.length - 1);
}

/** Whether the excerpt of a text is all of it. */
export function isWholeExcerpt(text: string): boolean {
  const said = text.trim();
  if (said.length > EXCERPT_MAX_LENGTH) return false;
  const first = said.indexOf('\n');
  return first < 0 || !said.includes('\n', first + 1);
}

function lineAt(text: string, index: number): string {
  const lineBreak = text.indexOf('\n', index);
  const end = lineBreak < 0 ? text.length : lineBreak;
  return text.slice(text.lastIndexOf('\n', index) + 1, end).trim();
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const shown = text.slice(0, length - 1);
  // Half a character at the cut would not be well-formed.
  return `${shown.isWellFormed() ? shown : shown.slice(0, -1)}…`;
}
