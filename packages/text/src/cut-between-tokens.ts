import { truncateText } from './truncate-text.ts';

/** How far before the limit a token boundary is searched, in UTF-16 units. Longer words and rulers are cut like any text. */
const FARTHEST = 40;

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
  const kind = kindAt(text, end);
  if (kind === undefined || kindAt(text, end - 1) !== kind) return start;
  const least = Math.max(1, end - FARTHEST);
  for (let at = end - 1; at >= least; at -= 1) {
    if (kindAt(text, at - 1) !== kind) return truncateText(text, at);
  }
  return start;
}

/** Returns the kind of token at an index; `undefined` for blanks, brackets and other characters that form no token. */
function kindAt(text: string, index: number): RegExp | undefined {
  const unit = text.charCodeAt(index);
  const from = (unit & 0xfc00) === 0xdc00 ? index - 1 : index;
  const character = String.fromCodePoint(text.codePointAt(Math.max(0, from))!);
  if (WORD.test(character)) return WORD;
  return OPERATOR.test(character) ? OPERATOR : undefined;
}
