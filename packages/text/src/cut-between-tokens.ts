import { truncateText } from './truncate-text.ts';

/** How far before the limit a cut is looked for, in UTF-16 units: longer words and rulers are cut like any text. */
const FARTHEST = 40;

const WORD = /[\p{L}\p{M}\p{N}_$]/u;
const OPERATOR = /[!=<>&|+\-*/%^~?:.@#`'"\\]/;

/**
 * The same as `cutText`, but where the limit is inside a word, a number or an operator such as `!=`, the cut is before it. One that begins
 * more than 40 units before the limit is cut.
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

/** What a token at an index would be made of; `undefined` for blanks, brackets and everything else that stands alone. */
function kindAt(text: string, index: number): RegExp | undefined {
  const unit = text.charCodeAt(index);
  const from = (unit & 0xfc00) === 0xdc00 ? index - 1 : index;
  const character = String.fromCodePoint(text.codePointAt(Math.max(0, from))!);
  if (WORD.test(character)) return WORD;
  return OPERATOR.test(character) ? OPERATOR : undefined;
}
