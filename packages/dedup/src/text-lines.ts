/** The lines of a text that are not blank, without whitespace at their end: CRLF and LF are the same, indentation counts. */
export function* textLines(text: string): Generator<string, void> {
  for (let start = 0; start < text.length;) {
    const lineBreak = text.indexOf('\n', start);
    const end = lineBreak < 0 ? text.length : lineBreak;
    const line = text.slice(start, end).trimEnd();
    if (line !== '') yield line;
    start = end + 1;
  }
}
