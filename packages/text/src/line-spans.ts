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
  forEachLine(text, (start, end) => spans.push({ start, end }));
  return spans;
}

const OTHER_LINE_END = /[\r\u2028\u2029]/;

/** Calls `visit` with the start and end of each line, as `lineSpans` returns them. */
export function forEachLine(text: string, visit: (start: number, end: number) => void): void {
  let start = 0;
  if (!OTHER_LINE_END.test(text)) {
    // `indexOf` is many times faster than a loop over units, and slower for empty lines.
    for (;;) {
      const end = text.charCodeAt(start) === 0x0a ? start : text.indexOf('\n', start);
      if (end === -1) break;
      visit(start, end);
      start = end + 1;
    }
  } else {
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      if (unit !== 0x0a && unit !== 0x0d && unit !== 0x2028 && unit !== 0x2029) continue;
      visit(start, index);
      if (unit === 0x0d && text.charCodeAt(index + 1) === 0x0a) index++;
      start = index + 1;
    }
  }
  visit(start, text.length);
}

/** Returns whether `String.prototype.trim` removes this UTF-16 unit. */
function isWhiteSpace(unit: number): boolean {
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  if (unit < 0x2000) return unit === 0xa0 || unit === 0x1680;
  if (unit < 0x2030) return unit <= 0x200a || unit === 0x2028 || unit === 0x2029 || unit === 0x202f;
  return unit === 0x205f || unit === 0x3000 || unit === 0xfeff;
}

/** Returns the first index from `from` that is not white space, or `end`. */
export function skipWhiteSpace(text: string, from: number, end: number): number {
  let index = from;
  while (index < end && isWhiteSpace(text.charCodeAt(index))) index++;
  return index;
}
