import { lineSpans } from './line-spans.ts';
import type { Span } from './span.ts';
import { isWhiteSpace } from './white-space.ts';

/** The paragraphs of a text: lines up to a blank one. A line of nothing but white space is blank; no paragraph is empty. */
export function paragraphSpans(text: string): Span[] {
  const spans: Span[] = [];
  let start = -1;
  let end = -1;
  for (const line of lineSpans(text)) {
    if (isBlank(text, line)) {
      if (start !== -1) spans.push({ start, end });
      start = -1;
    } else {
      if (start === -1) ({ start } = line);
      ({ end } = line);
    }
  }
  if (start !== -1) spans.push({ start, end });
  return spans;
}

function isBlank(text: string, line: Span): boolean {
  for (let index = line.start; index < line.end; index++)
    if (!isWhiteSpace(text.charCodeAt(index))) return false;
  return true;
}
