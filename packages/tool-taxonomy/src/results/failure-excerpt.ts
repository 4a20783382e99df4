import { parseGapMarker } from '@palimpsest/core-types';
import { findFailingRun, type Span } from '@palimpsest/text';

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
  const { lines, isRun } = excerptOf(said);
  const shown = lines.map(({ start, end }) => said.slice(start, end));
  if (isWholeExcerpt(said)) return shown;
  if (isRun) return fitted(shown);
  const [first = '', last] = shown;
  if (last === undefined) return [cut(first, EXCERPT_MAX_LENGTH)];
  const half = Math.floor((EXCERPT_MAX_LENGTH - 1) / 2);
  const beginning = cut(first, Math.max(half, EXCERPT_MAX_LENGTH - 1 - last.length));
  return [beginning, cut(last, EXCERPT_MAX_LENGTH - 1 - beginning.length)];
}

/** Returns where the lines of such an excerpt stand in a text. */
export function excerptSpans(text: string): Span[] {
  const from = text.length - text.trimStart().length;
  const { lines } = excerptOf(text.trim());
  return lines.map(({ start, end }) => ({ start: from + start, end: from + end }));
}

/** The lines that are shown of a text without space around it. */
function excerptOf(text: string): { readonly lines: readonly Span[]; readonly isRun: boolean } {
  if (text === '') return { lines: [], isRun: false };
  if (isWholeExcerpt(text)) return { lines: allLines(text), isRun: false };
  const last = lastLine(text);
  const run = runLines(text, last);
  if (run.length > 0) return { lines: [...run, last], isRun: true };
  const first = lineAt(text, errorIndex(text));
  const isOne = text.slice(first.start, first.end) === text.slice(last.start, last.end);
  return { lines: isOne ? [last] : [first, last], isRun: false };
}

function allLines(text: string): readonly Span[] {
  const lineBreak = text.indexOf('\n');
  return lineBreak < 0
    ? [{ start: 0, end: text.length }]
    : [
        { start: 0, end: lineBreak },
        { start: lineBreak + 1, end: text.length },
      ];
}

/** Of a failing test run the test, the reason, and the total where all lines are shown whole; nothing of other texts. */
function runLines(text: string, last: Span): readonly Span[] {
  const run = findFailingRun(text);
  if (run === undefined) return [];
  const textOf = ({ start, end }: Span): string => text.slice(start, end);
  const others = (spans: readonly (Span | undefined)[]): readonly Span[] => {
    const shown = new Map<string, Span>();
    for (const span of spans) {
      if (span !== undefined && !shown.has(textOf(span))) shown.set(textOf(span), span);
    }
    shown.delete(textOf(last));
    return [...shown.values()];
  };
  const all = others([run.test, run.reason, run.total]);
  if ([...all, last].map(textOf).join('\n').length <= EXCERPT_MAX_LENGTH) return all;
  return others(run.test ? [run.test, run.reason] : [run.total, run.reason]);
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
function lastLine(text: string): Span {
  for (let end = text.length; end > 0;) {
    const line = lineAt(text, end - 1);
    if (line.end > line.start && parseGapMarker(text.slice(line.start, line.end)) === undefined)
      return line;
    end = text.lastIndexOf('\n', end - 1);
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

/** The line around an index, without the space around it. */
function lineAt(text: string, index: number): Span {
  const from = text.lastIndexOf('\n', index) + 1;
  const lineBreak = text.indexOf('\n', index);
  const line = text.slice(from, lineBreak < 0 ? text.length : lineBreak);
  const start = from + line.length - line.trimStart().length;
  return { start, end: start + line.trim().length };
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const shown = text.slice(0, length - 1);
  // Half a character at the cut would not be well-formed.
  return `${shown.isWellFormed() ? shown : shown.slice(0, -1)}…`;
}
