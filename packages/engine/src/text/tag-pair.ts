import type { Span } from './line-spans.ts';

/** The first and the last line of a text, which are one tag pair, and the text between them. None of the spans has blanks at its ends. */
interface TagPair {
  readonly opening: Span;
  readonly inner: Span;
  readonly closing: Span;
}

/** Maximum length of an opening tag, in UTF-16 units. */
const MAX_TAG_LENGTH = 200;
const OPENING = /^<([A-Za-z][\w:.-]*)(?:\s[^<>]*)?>$/;

/**
 * Returns the first and the last line with content of a text if they are one tag pair, such as `<untrusted_context>` and
 * `</untrusted_context>`; `undefined` for any other text. With these lines a host labels the text between them, so they stay if that text is
 * shortened.
 */
export function findTagPair(text: string): TagPair | undefined {
  const start = text.search(/\S/);
  if (text[start] !== '<') return undefined;
  const lineBreak = text.slice(start, start + MAX_TAG_LENGTH).search(/[\r\n]/);
  if (lineBreak < 0) return undefined;
  const tag = text.slice(start, start + lineBreak).trimEnd();
  const [, name] = OPENING.exec(tag) ?? [];
  if (name === undefined) return undefined;
  const end = text.trimEnd().length;
  const closing = { start: end - name.length - '</>'.length, end };
  if (text.slice(closing.start, end) !== `</${name}>`) return undefined;
  const lineStart = Math.max(text.lastIndexOf('\n', end), text.lastIndexOf('\r', end)) + 1;
  if (text.slice(lineStart, closing.start).trim() !== '') return undefined;
  const opening = { start, end: start + tag.length };
  const between = text.slice(opening.end, closing.start);
  const innerEnd = Math.max(opening.end, opening.end + between.trimEnd().length);
  const innerStart = Math.min(innerEnd, closing.start - between.trimStart().length);
  return { opening, inner: { start: innerStart, end: innerEnd }, closing };
}

/**
 * Replaces the text between the tags of a text; a text without tags is replaced as a whole. If the replacement is empty, no tags stay.
 *
 * @param replace gets the text, and the length that its tags need, in UTF-16 units
 */
export function replaceBetweenTags(
  text: string,
  replace: (inner: string, tagLength: number) => string,
): string {
  const pair = findTagPair(text);
  if (pair === undefined) return replace(text, 0);
  const { opening, inner, closing } = pair;
  const [start, content, end] = [opening, inner, closing].map((span) =>
    text.slice(span.start, span.end),
  ) as [string, string, string];
  const replaced = replace(content, start.length + end.length + 2);
  return replaced === '' ? '' : `${start}\n${replaced}\n${end}`;
}
