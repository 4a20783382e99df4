import { truncateText, forEachLine, type Span } from '@palimpsest/text';

/** Where a range begins, and what bounds it. */
export interface RangeWish {
  /** The first line, from 1. */
  readonly offset: number;
  /** Lines. */
  readonly limit: number;
  /** The first character of the first line, from 1, in UTF-16 units. */
  readonly column: number;
  /** Most UTF-16 units. */
  readonly maxCharacters: number;
}

export type TextRange =
  | {
      readonly kind: 'found';
      /** Whole characters, with the line ends between lines. */
      readonly text: string;
      readonly from: number;
      readonly to: number;
      readonly lines: number;
      /** Where the first line was cut into: from this character, to that one, of so many. */
      readonly inLine?: { readonly from: number; readonly to: number; readonly of: number };
      /** Where what follows begins; absent at the end of the text. */
      readonly next?: { readonly offset: number; readonly column: number };
    }
  | { readonly kind: 'beyond'; readonly lines: number }
  | { readonly kind: 'beyond-line'; readonly length: number };

/** A range of lines, bounded in characters as well, so that one long line breaks nothing: it is given in pieces. */
export function rangeOf(text: string, wish: RangeWish): TextRange {
  const { spans, lines } = readSpans(text, wish);
  const [first] = spans;
  if (first === undefined) return { kind: 'beyond', lines };
  const length = first.end - first.start;
  if (wish.column > Math.max(1, length)) return { kind: 'beyond-line', length };
  const start = wholeCharacter(text, first.start + wish.column - 1, first.start);
  const from = wish.offset;
  const fitting = countFitting(spans, start, wish.maxCharacters);
  const last = from + fitting - 1;
  if (fitting === 0) {
    const piece = cutAnyway(text.slice(start, first.end), wish.maxCharacters);
    const end = start - first.start + piece.length;
    return {
      kind: 'found',
      text: piece,
      from,
      to: from,
      lines,
      inLine: { from: start - first.start + 1, to: end, of: length },
      next: { offset: from, column: end + 1 },
    };
  }
  return {
    kind: 'found',
    text: text.slice(start, spans[fitting - 1]!.end),
    from,
    to: last,
    lines,
    ...(start > first.start
      ? { inLine: { from: start - first.start + 1, to: length, of: length } }
      : {}),
    ...(last < lines ? { next: { offset: last + 1, column: 1 } } : {}),
  };
}

/** Returns the lines that may be given, and how many there are in all. Keeps no more of them: a text may be nothing but line ends. */
function readSpans(
  text: string,
  { offset, limit, maxCharacters }: RangeWish,
): { readonly spans: readonly Span[]; readonly lines: number } {
  const spans: Span[] = [];
  // Each line takes a character, its end, but the last one of the range.
  const most = Math.min(limit, maxCharacters + 1);
  let lines = 0;
  forEachLine(text, (start, end) => {
    lines += 1;
    if (lines >= offset && spans.length < most) spans.push({ start, end });
  });
  return { spans, lines };
}

/** Counts the lines that fit into so many characters from `start` on. */
function countFitting(spans: readonly Span[], start: number, maxCharacters: number): number {
  const beyond = spans.findIndex(({ end }) => end - start > maxCharacters);
  return beyond < 0 ? spans.length : beyond;
}

/** A long row of marks on one letter is one character to a reader: then only halves of surrogates are kept together. */
function cutAnyway(text: string, limit: number): string {
  const cut = truncateText(text, limit);
  return cut === '' ? text.slice(0, wholeCharacter(text, limit, 0)) : cut;
}

/** An index that is not between the halves of a surrogate pair, the same or the one before it. */
function wholeCharacter(text: string, index: number, least: number): number {
  const isInside =
    index > least && isLow(text.charCodeAt(index)) && isHigh(text.charCodeAt(index - 1));
  return isInside ? index - 1 : index;
}

const isHigh = (unit: number): boolean => unit >= 0xd8_00 && unit < 0xdc_00;
const isLow = (unit: number): boolean => unit >= 0xdc_00 && unit < 0xe0_00;
