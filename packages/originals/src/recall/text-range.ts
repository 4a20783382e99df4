import { truncateText, forEachLine, type Span } from '@palimpsest/text';

/** Start and limits of a range of text. */
interface RangeWish {
  /** 1-based first line. */
  readonly offset: number;
  /** Maximum number of lines. */
  readonly limit: number;
  /** 1-based first character in the first line, in UTF-16 units. */
  readonly column: number;
  /** Maximum length, in UTF-16 units. */
  readonly maxCharacters: number;
}

export type TextRange =
  | {
      readonly kind: 'found';
      /** Text of whole characters, with the line breaks between lines. */
      readonly text: string;
      readonly from: number;
      readonly to: number;
      readonly lines: number;
      /** Present if the first line is incomplete: its first and last returned character, 1-based, and its length, in UTF-16 units. */
      readonly inLine?: { readonly from: number; readonly to: number; readonly of: number };
      /** Position of the text that follows; absent at the end of the text. */
      readonly next?: { readonly offset: number; readonly column: number };
    }
  | { readonly kind: 'beyond'; readonly lines: number }
  | { readonly kind: 'beyond-line'; readonly length: number };

/** Returns a range of lines, limited in lines and in characters. A line that is too long is returned in pieces. */
export function rangeOf(text: string, wish: RangeWish): TextRange {
  const { spans, lines } = readSpans(text, wish);
  const [first] = spans;
  if (first === undefined) return { kind: 'beyond', lines };
  const length = first.end - first.start;
  if (wish.column > Math.max(1, length)) return { kind: 'beyond-line', length };
  const start = wholeCharacter(text, first.start + wish.column - 1, first.start);
  const { offset: from } = wish;
  const before = start - first.start;
  const fitting = countFitting(spans, start, wish.maxCharacters);
  if (fitting === 0) {
    const piece = cutAnyway(text.slice(start, first.end), wish.maxCharacters);
    const end = before + piece.length;
    const inLine = { from: before + 1, to: end, of: length };
    const next = { offset: from, column: end + 1 };
    return { kind: 'found', text: piece, from, to: from, lines, inLine, next };
  }
  const to = from + fitting - 1;
  return {
    kind: 'found',
    text: text.slice(start, spans[fitting - 1]!.end),
    from,
    to,
    lines,
    ...(before > 0 ? { inLine: { from: before + 1, to: length, of: length } } : {}),
    ...(to < lines ? { next: { offset: to + 1, column: 1 } } : {}),
  };
}

/** Returns the lines that may be returned, and the number of all lines. Stores no other spans: a text may consist of line breaks only. */
function readSpans(
  text: string,
  { offset, limit, maxCharacters }: RangeWish,
): { readonly spans: readonly Span[]; readonly lines: number } {
  const spans: Span[] = [];
  // Each line takes at least one character, its line break, except the last one of the range.
  const most = Math.min(limit, maxCharacters + 1);
  let lines = 0;
  forEachLine(text, (start, end) => {
    lines += 1;
    if (lines >= offset && spans.length < most) spans.push({ start, end });
  });
  return { spans, lines };
}

/** Returns how many lines fit into `maxCharacters` from `start` on. */
function countFitting(spans: readonly Span[], start: number, maxCharacters: number): number {
  const beyond = spans.findIndex(({ end }) => end - start > maxCharacters);
  return beyond < 0 ? spans.length : beyond;
}

/** Cuts a text at `limit`. If its first grapheme does not fit, because of many combining marks, keeps only surrogate pairs whole. */
function cutAnyway(text: string, limit: number): string {
  const cut = truncateText(text, limit);
  return cut === '' ? text.slice(0, wholeCharacter(text, limit, 0)) : cut;
}

/** Returns `index`, or the index before it if `index` is inside a surrogate pair. */
function wholeCharacter(text: string, index: number, least: number): number {
  const isInside =
    index > least && isLow(text.charCodeAt(index)) && isHigh(text.charCodeAt(index - 1));
  return isInside ? index - 1 : index;
}

const isHigh = (unit: number): boolean => unit >= 0xd8_00 && unit < 0xdc_00;
const isLow = (unit: number): boolean => unit >= 0xdc_00 && unit < 0xe0_00;
