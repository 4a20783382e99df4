import type { Span } from './line-spans.ts';

/** Returns the ranges of comments in markup, in order. */
export function commentSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (let start = text.indexOf('<!--'); start !== -1;) {
    const end = text.indexOf('-->', start + 4);
    if (end === -1) break;
    spans.push({ start, end: end + 3 });
    start = text.indexOf('<!--', end + 3);
  }
  return spans;
}
