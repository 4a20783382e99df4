/** Maximum length of a line number: a longer number is data. */
const MAX_DIGITS = 8;
const ARROW = 0x2192;
const TAB = 0x09;
const SPACE = 0x20;

/** Positions of a line's number and content, in UTF-16 units. */
export interface LineBody {
  /** Start of the number; start of the line if it has none. */
  readonly start: number;
  /** Position after the number and its separator, else the first character that is not blank. */
  readonly body: number;
  readonly isNumbered: boolean;
}

/**
 * Finds the number of a line in a listing: `12→`, a tab, `12:`, `12|`, or two spaces and a word after it. The span includes trailing blanks:
 * after a number, a tab may be all there is.
 */
export function findLineBody(text: string, start: number, end: number): LineBody {
  const first = skipBlanks(text, start, end);
  let at = first;
  while (at < end && isDigit(text.charCodeAt(at))) at += 1;
  if (at > first && at < end && at - first <= MAX_DIGITS) {
    const unit = text.charCodeAt(at);
    const isSeparator = unit === ARROW || unit === TAB || unit === 0x3a || unit === 0x7c;
    const body = skipBlanks(text, at + 1, end);
    const isColumn = unit === SPACE && text.charCodeAt(at + 1) === SPACE && body < end;
    if (isSeparator || isColumn) return { start: first, body, isNumbered: true };
  }
  return { start, body: first, isNumbered: false };
}

function skipBlanks(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && (text.charCodeAt(at) === SPACE || text.charCodeAt(at) === TAB)) at += 1;
  return at;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
