/** Most that an excerpt holds, line break included, in UTF-16 units (law 7). */
const EXCERPT_MAX_LENGTH = 400;

/** A word of its own that names an error: `TypeError:`, `--- FAIL:`, `[lint] ERROR`, but not the `error` of a file name. */
const NAMED_ERROR =
  /(?:^|[\s:([])(?:[A-Za-z_.]{0,100}(?:Error|Exception)|error|ERROR|FAIL|FAILED|[Ff]ailed|[Ff]atal|FATAL|panic)(?=[:\s\])]|$)/m;
const ERROR_WORD =
  /error|exception|fail|fatal|panic|denied|refused|cannot|not found|no such|undefined|invalid|unexpected/i;

/** How agents themselves begin a complaint: what follows is their error, not a word in some file. */
const COMPLAINT = /^\s*(?:<tool_use_error>|error\b)/i;

/**
 * What stays readable of a failed result: the first line that speaks of an error (where none does, the first line), and the last line
 * that says anything. A text of one or two lines stays whole where there is room.
 */
export function failureExcerpt(text: string): string[] {
  if (isWholeExcerpt(text)) return text.trim() === '' ? [] : text.trim().split('\n');
  const last = lineAt(text, text.trimEnd().length - 1);
  const first = lineAt(text, errorIndex(text));
  if (first.start === last.start)
    return [cut(text.slice(first.start, first.end), EXCERPT_MAX_LENGTH)];
  const lastLine = text.slice(last.start, last.end).trim();
  const firstLine = text.slice(first.start, first.end).trim();
  if (firstLine === lastLine) return [cut(firstLine, EXCERPT_MAX_LENGTH)];
  const half = Math.floor((EXCERPT_MAX_LENGTH - 1) / 2);
  const forFirst = Math.max(half, EXCERPT_MAX_LENGTH - 1 - lastLine.length);
  const shown = cut(firstLine, forFirst);
  return [shown, cut(lastLine, EXCERPT_MAX_LENGTH - 1 - shown.length)];
}

/** Where a text speaks of an error first; its beginning where it never does. */
function errorIndex(text: string): number {
  const beginning = text.length - text.trimStart().length;
  if (COMPLAINT.test(text)) return beginning;
  const match = NAMED_ERROR.exec(text) ?? ERROR_WORD.exec(text);
  return match === null ? beginning : match.index + match[0].length - 1;
}

/** Whether the excerpt of a text is all of it. */
export function isWholeExcerpt(text: string): boolean {
  const said = text.trim();
  if (said.length > EXCERPT_MAX_LENGTH) return false;
  const first = said.indexOf('\n');
  return first < 0 || !said.includes('\n', first + 1);
}

function lineAt(text: string, index: number): { readonly start: number; readonly end: number } {
  const lineBreak = text.indexOf('\n', index);
  return {
    start: text.lastIndexOf('\n', index) + 1,
    end: lineBreak < 0 ? text.length : lineBreak,
  };
}

function cut(line: string, length: number): string {
  const text = line.trim();
  if (text.length <= length) return text;
  const shown = text.slice(0, length - 1);
  // Half a character at the cut would not be well-formed.
  return `${shown.isWellFormed() ? shown : shown.slice(0, -1)}…`;
}
