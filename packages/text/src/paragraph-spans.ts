import { forEachLine } from './line-spans.ts';
import type { Span } from './span.ts';
import { isWhiteSpace } from './white-space.ts';

/** The paragraphs of a text: lines up to a blank one. A line of nothing but white space is blank; no paragraph is empty. */
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
