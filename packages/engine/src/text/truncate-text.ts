let segmenter: Intl.Segmenter | undefined;

/**
 * Returns the longest prefix of at most `limit` UTF-16 units that ends on a grapheme boundary: empty if the first grapheme is longer.
 * Linear in `limit`, whatever the length of the text.
 *
 * @param limit fractions are rounded down; less than 1 and NaN return an empty text
 */
export function truncateText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  if (!(limit >= 1)) return '';
  const end = Math.floor(limit);
  if (isCertainBoundary(text, end)) return text.slice(0, end);
  let start = end - 1;
  while (start > 0 && !isCertainBoundary(text, start)) start--;
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  // A boundary depends only on the characters on both sides of it and on those before.
  const grapheme = segmenter.segment(text.slice(start, end + 2)).containing(end - start)!;
  return text.slice(0, start + grapheme.index);
}

/** Returns whether a boundary is certain: neither Latin nor Han characters combine with their neighbours. */
function isCertainBoundary(text: string, index: number): boolean {
  const units = text.slice(index - 1, index + 1);
  return units !== '\r\n' && /^[\0-\u02ff\u4e00-\u9fff]*$/.test(units);
}

/** Maximum length of a token that is not split, in UTF-16 units. Longer words and rulers are cut like any text. */
const MAX_TOKEN_LENGTH = 40;

const WORD = /[\p{L}\p{M}\p{N}_$]/u;
const OPERATOR = /[!=<>&|+\-*/%^~?:.@#`'"\\]/;

/**
 * Returns the same as `truncateText`, but ends before a word, a number or an operator such as `!=` that the limit would split. Splits a
 * token that starts more than 40 units before the limit.
 */
export function cutBetweenTokens(text: string, limit: number): string {
  const start = truncateText(text, limit);
  const end = start.length;
  if (end === text.length || end === 0) return start;
  const kind = tokenKindAt(text, end);
  if (kind === undefined || tokenKindAt(text, end - 1) !== kind) return start;
  const minEnd = Math.max(1, end - MAX_TOKEN_LENGTH);
  for (let at = end - 1; at >= minEnd; at -= 1) {
    if (tokenKindAt(text, at - 1) !== kind) return truncateText(text, at);
  }
  return start;
}

/** Returns the kind of token at an index; `undefined` for blanks, brackets and other characters that form no token. */
function tokenKindAt(text: string, index: number): RegExp | undefined {
  const unit = text.charCodeAt(index);
  const from = (unit & 0xfc00) === 0xdc00 ? index - 1 : index;
  const character = String.fromCodePoint(text.codePointAt(Math.max(0, from))!);
  if (WORD.test(character)) return WORD;
  return OPERATOR.test(character) ? OPERATOR : undefined;
}
