/** Yields the lines of a text that are not blank, without whitespace at their end: CRLF and LF are the same, indentation counts. */
export function* textLines(text: string): Generator<string, void> {
  for (let start = 0, lineBreak = 0; lineBreak >= 0; start = lineBreak + 1) {
    lineBreak = text.indexOf('\n', start);
    const line = text.slice(start, lineBreak < 0 ? undefined : lineBreak).trimEnd();
    if (line !== '') yield line;
  }
}
