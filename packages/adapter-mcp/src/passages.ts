/** A part of a text that is searched by itself, and where recall finds it. */
export interface Passage {
  readonly text: string;
  /** Its first line, from 1. */
  readonly offset: number;
  /** Its first character in that line, from 1; more than 1 within a long line. */
  readonly column: number;
}

const MOST_LINES = 20;
const MOST_CHARACTERS = 2_000;

/** A text in passages of whole lines; a line too long for one is cut at a space where there is one near. */
export function passagesOf(text: string, lines: readonly Line[]): Passage[] {
  const passages: Passage[] = [];
  let open: { start: number; end: number; offset: number; lines: number } | undefined;
  const close = (): void => {
    if (open === undefined) return;
    passages.push({ text: text.slice(open.start, open.end), offset: open.offset, column: 1 });
    open = undefined;
  };
  for (const [index, { start, end }] of lines.entries()) {
    if (end - start > MOST_CHARACTERS) {
      close();
      for (const piece of piecesOf(text.slice(start, end))) {
        passages.push({ ...piece, offset: index + 1 });
      }
      continue;
    }
    if (open !== undefined && (open.lines === MOST_LINES || end - open.start > MOST_CHARACTERS)) {
      close();
    }
    open ??= { start, end, offset: index + 1, lines: 0 };
    open.end = end;
    open.lines += 1;
  }
  close();
  return passages;
}

/** Where a line starts and ends in its text. */
interface Line {
  readonly start: number;
  readonly end: number;
}

function piecesOf(line: string): { readonly text: string; readonly column: number }[] {
  const pieces = [];
  for (let start = 0; start < line.length;) {
    const far = start + MOST_CHARACTERS;
    const space = far >= line.length ? -1 : start + line.slice(start, far).lastIndexOf(' ');
    const end = space > start ? space + 1 : Math.min(far, line.length);
    pieces.push({ text: line.slice(start, end), column: start + 1 });
    start = end;
  }
  return pieces;
}
