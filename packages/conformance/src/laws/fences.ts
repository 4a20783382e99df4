const LINE_END = /\r\n|\r|\n/;
const OPENING = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const CLOSING = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;

interface Fences {
  /** Lines inside fences, without blank ones. */
  readonly lines: readonly string[];
  readonly isOpen: boolean;
}

/** Returns whether the last fence of a text is never closed, by the rules of CommonMark. */
export function hasOpenFence(text: string): boolean {
  return readFences(text).isOpen;
}

/** Returns the lines of a text inside fences, including a fence that is never closed; without blank lines. */
export function codeLines(text: string): readonly string[] {
  return readFences(text).lines;
}

function readFences(text: string): Fences {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of text.split(LINE_END)) {
    if (fence === undefined) fence = OPENING.exec(line)?.[1];
    else {
      const run = CLOSING.exec(line)?.[1];
      if (run !== undefined && run[0] === fence[0] && run.length >= fence.length) fence = undefined;
      else if (line.trim() !== '') lines.push(line);
    }
  }
  return { lines, isOpen: fence !== undefined };
}
