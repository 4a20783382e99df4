import type { Span } from './span.ts';

/**
 * The lines of a text without their terminators: LF, CRLF, CR, U+2028, U+2029. As with `split`, a text of n terminators has n + 1 lines,
 * and the empty text is one empty line.
 */
export function lineSpans(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  if (!/[\r\u2028\u2029]/.test(text)) {
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      spans.push({ start, end });
      start = end + 1;
    }
  } else {
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      if (unit > 0x0d && unit !== 0x2028 && unit !== 0x2029) continue;
      if (unit < 0x0d && unit !== 0x0a) continue;
      spans.push({ start, end: index });
      if (unit === 0x0d && text.charCodeAt(index + 1) === 0x0a) index++;
      start = index + 1;
    }
  }
  spans.push({ start, end: text.length });
  return spans;
}
