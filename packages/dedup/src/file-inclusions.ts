/** A file that stands in a text between `--- <path> ---` and `--- End of content ---`, each on a line of its own. */
export interface FileInclusion {
  /** As written in the opening line, trimmed. */
  readonly path: string;
  /** Offsets in UTF-16 units, from the opening line to the end of the content. The closing line is not part of it. */
  readonly start: number;
  readonly end: number;
  /** The closing line, which several inclusions in a row may share. */
  readonly close: ClosingLine;
  /**
   * The content itself holds closing lines, or the text behind it does: this much of it, up to the last one, may be either. Empty where
   * there is no doubt.
   */
  readonly doubtful: string;
}

interface ClosingLine {
  readonly start: number;
  /** Behind the line break, where there is one. */
  readonly end: number;
}

const OPEN = '--- ';
const CLOSE = ' ---';
const END = '--- End of content ---';

/**
 * Finds file inclusions in one pass. An inclusion ends at its closing line, or where the next one opens (some hosts close a whole group
 * once). Without a closing line nothing is an inclusion (REQ-HD-006.5). Where several closing lines could be meant, the last one before
 * the next opening is taken and the doubt is said (D7).
 */
export function findFileInclusions(text: string): FileInclusion[] {
  const marks = [...findMarks(text)];
  const inclusions: FileInclusion[] = [];
  let close: ClosingLine | undefined;
  for (let at = marks.length - 1; at >= 0; at -= 1) {
    const mark = marks[at]!;
    if (mark.path === undefined) {
      // Of closing lines in a row the last one closes.
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
  /** `undefined` for a closing line. */
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
