/** A range of a text in UTF-16 units; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the lines of a text without their terminators: LF, CRLF, CR, U+2028, U+2029. A text with n terminators has n + 1 lines, as with
 * `split`; an empty text is one empty line.
 */
export function lineSpans(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (const { index: end, 0: terminator } of text.matchAll(LINE_END)) {
    spans.push({ start, end });
    start = end + terminator.length;
  }
  spans.push({ start, end: text.length });
  return spans;
}

const LINE_END = /\r\n|[\n\r\u2028\u2029]/g;
