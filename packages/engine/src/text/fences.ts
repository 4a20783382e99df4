/** A range of a text that is a fenced code block, or the prose between two of them. UTF-16 units; `end` is exclusive. */
interface FencedPart {
  readonly kind: 'prose' | 'fence';
  readonly start: number;
  readonly end: number;
}

/** A line that may open or close a block: the run of backticks or tildes, and the rest of the line. */
const FENCE_LINE = /(?<![^\r\n]) {0,3}(`{3,}|~{3,})([^\r\n]*)/g;
const BLANK = /^[ \t]*$/;

/**
 * Splits a text at its fenced code blocks, as CommonMark defines them: at least three backticks or tildes after at most three spaces; the
 * closing run has the same character and at least the same length; an info string after backticks contains no backtick; an unclosed block
 * extends to the end. Lines end with LF, CRLF or CR.
 *
 * The parts cover the whole text, in order. A fence starts with its opening line and ends with its closing line, without the terminator of
 * that line. Fences within block quotes and deeper list items are prose.
 */
export function splitFences(text: string): FencedPart[] {
  const parts: FencedPart[] = [];
  const hasFence = text.includes('```') || text.includes('~~~');
  let opening: string | undefined;
  let partStart = 0;
  for (const match of hasFence ? text.matchAll(FENCE_LINE) : []) {
    const [line, run, rest] = match as unknown as [string, string, string];
    const start = match.index;
    if (opening === undefined) {
      if (run.startsWith('`') && rest.includes('`')) continue;
      if (start > partStart) parts.push({ kind: 'prose', start: partStart, end: start });
      partStart = start;
      opening = run;
    } else if (run.startsWith(opening) && BLANK.test(rest)) {
      const end = start + line.length;
      parts.push({ kind: 'fence', start: partStart, end });
      partStart = end;
      opening = undefined;
    }
  }
  if (partStart < text.length) {
    const kind = opening === undefined ? 'prose' : 'fence';
    parts.push({ kind, start: partStart, end: text.length });
  }
  return parts;
}

/**
 * Formats code as a Markdown code block that `splitFences` reads as one fence: longer than any run of its character in the code, and of
 * tildes if `language` contains a backtick. Uses only the first line of `language`.
 */
export function fencedCode(code: string, language = ''): string {
  const [info = ''] = language.split(/[\r\n]/, 1);
  const unit = info.includes('`') ? '~' : '`';
  const runs = code.match(unit === '~' ? /~+/g : /`+/g) ?? [];
  const fence = unit.repeat(runs.reduce((longest, { length }) => Math.max(longest, length + 1), 3));
  return `${fence}${info}\n${code}\n${fence}`;
}
