import { forEachLine } from './line-spans.ts';
import type { Span } from './span.ts';
import { isWhiteSpace } from './white-space.ts';

/** Returns the paragraphs of a text: runs of lines without a blank line. A line with only white space is blank; no paragraph is empty. */
export function paragraphSpans(text: string): Span[] {
  const spans: Span[] = [];
  let start = -1;
  let end = -1;
  forEachLine(text, (lineStart, lineEnd) => {
    if (!isBlank(text, lineStart, lineEnd)) {
      if (start === -1) start = lineStart;
      end = lineEnd;
    } else if (start !== -1) {
      spans.push({ start, end });
      start = -1;
    }
  });
  if (start !== -1) spans.push({ start, end });
  return spans;
}

function isBlank(text: string, start: number, end: number): boolean {
  let index = start;
  while (index < end && isWhiteSpace(text.charCodeAt(index))) index++;
  return index === end;
}
