/** A file in a text, between `--- <path> ---` and `--- End of content ---`, each on its own line. */
export interface FileInclusion {
  /** Path in the opening line, trimmed. */
  readonly path: string;
  /** Offsets in UTF-16 units, from the opening line to the end of the content, without the closing line. */
  readonly start: number;
  readonly end: number;
  /** The closing line, which several adjacent inclusions may share. */
  readonly close: ClosingLine;
  /** Text from the first to the last possible closing line: content of the file, or text after it. Empty if only one is possible. */
  readonly doubtful: string;
}

interface ClosingLine {
  readonly start: number;
  /** Offset after the line break, if there is one. */
  readonly end: number;
}

/**
 * Finds file inclusions in one pass. An inclusion ends at its closing line or at the next opening line (some hosts close a whole group once).
 * Without a closing line there is no inclusion. Of several possible closing lines, the last one before the next opening line
 * counts, and `doubtful` is set.
 */
export function findFileInclusions(text: string): FileInclusion[] {
  const lines = [...findInclusionLines(text)];
  const inclusions: FileInclusion[] = [];
  let close: ClosingLine | undefined;
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const line = lines[index]!;
    if (line.path === undefined) {
      // Of adjacent closing lines, the last one closes.
      if (close === undefined || lines[index + 1]!.path !== undefined) close = line;
      continue;
    }
    if (close === undefined) continue;
    const next = lines[index + 1]!;
    const isClosedHere = next.path === undefined;
    inclusions.push({
      path: line.path,
      start: line.start,
      end: isClosedHere ? close.start : next.start,
      close,
      doubtful: isClosedHere ? text.slice(next.start, close.start) : '',
    });
  }
  return inclusions.toReversed();
}

interface InclusionLine extends ClosingLine {
  /** `undefined` for a closing line. */
  readonly path?: string;
}

/** An opening or a closing line. */
const INCLUSION_LINE = /(?<![^\n])--- ([^\n]*) ---[^\S\n]*(?:\n|$)/g;

function* findInclusionLines(text: string): Generator<InclusionLine, void> {
  for (const { 0: line, 1: name = '', index: start } of text.matchAll(INCLUSION_LINE)) {
    const end = start + line.length;
    if (name === 'End of content') yield { start, end };
    else if (name.trim() !== '') yield { start, end, path: name.trim() };
  }
}

/**
 * Returns the text without some of its inclusions. At most one blank line stays where an inclusion was removed; all other text is unchanged.
 * A closing line stays as long as an inclusion before it needs it.
 */
export function stripInclusions(
  text: string,
  all: readonly FileInclusion[],
  stripped: ReadonlySet<FileInclusion>,
): string {
  const needed = new Set(
    all.filter((inclusion) => !stripped.has(inclusion)).map(({ close }) => close.start),
  );
  const cuts: { start: number; end: number }[] = [];
  for (const inclusion of all) {
    if (!stripped.has(inclusion)) continue;
    const { start, close } = inclusion;
    const end = needed.has(close.start) ? inclusion.end : close.end;
    const previous = cuts.at(-1);
    // Only line breaks between two cuts: both are one cut.
    if (previous !== undefined && endOfBreaks(text, previous.end) >= start) previous.end = end;
    else cuts.push({ start, end });
  }
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of cuts) {
    const breaksStart = startOfBreaks(text, start);
    const breaksEnd = endOfBreaks(text, end);
    const breaksBefore = breaksStart > from ? text.slice(breaksStart, start) : '';
    const breaks = breaksBefore + text.slice(end, breaksEnd);
    pieces.push(text.slice(from, breaksStart), TWO_BREAKS.exec(breaks)![0]);
    from = breaksEnd;
  }
  pieces.push(text.slice(from));
  return pieces.join('');
}

/** Returns the start of the line breaks that end at `end`. */
function startOfBreaks(text: string, end: number): number {
  let start = end;
  while (text[start - 1] === '\n') start -= text[start - 2] === '\r' ? 2 : 1;
  return start;
}

/** The first two line breaks, LF or CRLF as they are. */
const TWO_BREAKS = /^(?:\r?\n){0,2}/;

/** Returns the end of the line breaks that start at `start`. */
function endOfBreaks(text: string, start: number): number {
  let end = start;
  for (;;) {
    if (text[end] === '\n') end += 1;
    else if (text[end] === '\r' && text[end + 1] === '\n') end += 2;
    else return end;
  }
}
