import type { Span } from './line-spans.ts';

/** The first and the last line of a text, which are one tag pair. Neither span has the blanks around its tag. */
export interface TagPair {
  readonly opening: Span;
  readonly closing: Span;
}

/** Maximum length of an opening tag, in UTF-16 units. */
const LONGEST_TAG = 500;
const OPENING = /^<([A-Za-z][\w:.-]*)(?:\s[^<>]*)?>$/;

/**
 * Returns the first and the last line with content of a text if they are one tag pair, such as `<untrusted_context>` and
 * `</untrusted_context>`; `undefined` for any other text. With these lines a host says what stands between them, so whatever shortens the text
 * keeps both.
 */
export function findTagPair(text: string): TagPair | undefined {
  const start = text.search(/\S/);
  if (text[start] !== '<') return undefined;
  const lineBreak = text.slice(start, start + LONGEST_TAG).search(/[\r\n]/);
  if (lineBreak < 0) return undefined;
  const tag = text.slice(start, start + lineBreak).trimEnd();
  const [, name] = OPENING.exec(tag) ?? [];
  if (name === undefined) return undefined;
  const end = text.trimEnd().length;
  const closing = { start: end - name.length - '</>'.length, end };
  if (text.slice(closing.start, end) !== `</${name}>`) return undefined;
  const lineStart = Math.max(text.lastIndexOf('\n', end), text.lastIndexOf('\r', end)) + 1;
  if (text.slice(lineStart, closing.start).trim() !== '') return undefined;
  return { opening: { start, end: start + tag.length }, closing };
}
