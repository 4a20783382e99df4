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

const OPEN = '--- ';
const CLOSE = ' ---';
const END = '--- End of content ---';

/**
 * Finds file inclusions in one pass. An inclusion ends at its closing line or at the next opening line (some hosts close a whole group once).
 * Without a closing line there is no inclusion (REQ-HD-006.5). Of several possible closing lines, the last one before the next opening line
 * counts, and `doubtful` is set (D7).
 */
export function findFileInclusions(text: string): FileInclusion[] {
  const marks = [...findMarks(text)];
  const inclusions: FileInclusion[] = [];
  let close: ClosingLine | undefined;
  for (let at = marks.length - 1; at >= 0; at -= 1) {
    const mark = marks[at]!;
    if (mark.path === undefined) {
      // Of adjacent closing lines, the last one closes.
      if (close === undefined || marks[at + 1]!.path !== undefined) close = mark;
      continue;
    }
    if (close === undefined) continue;
    const next = marks[at + 1]!;
    const isClosedHere = next.path === undefined;
    inclusions.push({
      path: mark.path,
      start: mark.start,
      end: isClosedHere ? close.start : next.start,
      close,
      doubtful: isClosedHere ? text.slice(next.start, close.start) : '',
    });
  }
  return inclusions.toReversed();
}

interface Mark {
  readonly start: number;
  readonly end: number;
  /** Absent for a closing line. */
  readonly path?: string;
}

function* findMarks(text: string): Generator<Mark, void> {
  for (let start = text.indexOf(OPEN); start >= 0;) {
    const end = text.indexOf('\n', start) + 1 || text.length;
    if (start === 0 || text[start - 1] === '\n') {
      const line = text.slice(start, end).trimEnd();
      if (line === END) yield { start, end };
      else if (line.endsWith(CLOSE)) {
        const path = line.slice(OPEN.length, -CLOSE.length).trim();
        if (path !== '') yield { start, end, path };
      }
    }
    start = text.indexOf(OPEN, end);
  }
}
