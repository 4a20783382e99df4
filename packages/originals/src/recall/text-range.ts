import { lineSpans } from '@palimpsest/engine/text';
import { InputMistake } from '../tool-input.ts';

/** Start and limits of a range of text. */
interface RangeRequest {
  /** 1-based first line. */
  readonly offset: number;
  /** Maximum number of lines. */
  readonly limit: number;
  /** 1-based first character in the first line, in UTF-16 units. */
  readonly column: number;
  /** Maximum length, in UTF-16 units. */
  readonly maxCharacters: number;
}

export interface TextRange {
  /** Text of whole characters, with the line breaks between lines. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Number of lines in the whole text. */
  readonly lines: number;
  /** Present if the first line is incomplete: its first and last returned character, 1-based, and its length, in UTF-16 units. */
  readonly inLine?: { readonly from: number; readonly to: number; readonly of: number };
  /** Position of the text that follows; absent at the end of the text. */
  readonly next?: { readonly offset: number; readonly column: number };
}

/**
 * Returns a range of lines, limited in lines and in characters. A line that is too long is returned in pieces.
 *
 * @throws {InputMistake} when the range begins after the end of the text, or of its first line
 */
export function rangeOf(
  text: string,
  { offset: from, limit, column, maxCharacters }: RangeRequest,
): TextRange {
  const all = lineSpans(text);
  const wanted = all.slice(from - 1, from - 1 + limit);
  const [first] = wanted;
  const lines = all.length;
  if (first === undefined) {
    throw new InputMistake('offset', from, `a line from 1 to ${lines}, the last line`);
  }
  const length = first.end - first.start;
  if (column > Math.max(1, length)) {
    const expected = `a character from 1 to ${Math.max(1, length)}, the last of line ${from}`;
    throw new InputMistake('column', column, expected);
  }
  const start = wholeCharacter(text, first.start + column - 1);
  const before = start - first.start;
  const beyond = wanted.findIndex(({ end }) => end - start > maxCharacters);
  if (beyond === 0) {
    const end = wholeCharacter(text, start + maxCharacters);
    const inLine = { from: before + 1, to: end - first.start, of: length };
    const next = { offset: from, column: inLine.to + 1 };
    return { text: text.slice(start, end), from, to: from, lines, inLine, next };
  }
  const fitting = beyond < 0 ? wanted.length : beyond;
  const to = from + fitting - 1;
  return {
    text: text.slice(start, wanted[fitting - 1]!.end),
    from,
    to,
    lines,
    ...(before > 0 ? { inLine: { from: before + 1, to: length, of: length } } : {}),
    ...(to < lines ? { next: { offset: to + 1, column: 1 } } : {}),
  };
}

/** Returns `index`, or the index before it if `index` is inside a surrogate pair. The text is well-formed. */
function wholeCharacter(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc_00 && unit < 0xe0_00 ? index - 1 : index;
}
