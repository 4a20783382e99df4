import { CHARACTER_CLASSES, SYLLABLE, WORD } from './character-classes.ts';

/** Maximum length of a quoted term that is a name, in UTF-16 units. */
const LONGEST_TERM = 40;

const SPACE = 0x20;

/** Closing quote by opening quote. */
const CLOSING: ReadonlyMap<number, number> = /* @__PURE__ */ new Map(
  ['``', '“”', '«»', '《》', '「」', '『』'].map(
    (pair) => [pair.charCodeAt(0), pair.charCodeAt(1)] as const,
  ),
);

/** A quoted term. */
export interface QuotedTerm {
  /** Position of the closing quote. */
  readonly end: number;
  /** Whether the term is short enough to be a name, and contains a word. */
  readonly isName: boolean;
}

/** Reads the term after the quote at `open`. Returns nothing if the sentence does not close it. */
export function quotedTerm(
  units: Uint16Array,
  open: number,
  limit: number,
): QuotedTerm | undefined {
  const opening = units[open]!;
  const closing = CLOSING.get(opening);
  // A backtick may be closed anywhere in the sentence; other quotes only nearby.
  const last = opening === closing ? limit : Math.min(limit, open + LONGEST_TERM + 2);
  let hasWord = false;
  for (let index = open + 1; index < last; index++) {
    const unit = units[index]!;
    if (unit === closing) return { end: index, isName: hasWord && isTerm(units, open + 1, index) };
    if (unit === opening) return undefined;
    if ((CHARACTER_CLASSES[unit]! & (WORD | SYLLABLE)) !== 0) hasWord = true;
  }
  return undefined;
}

function isTerm(units: Uint16Array, start: number, end: number): boolean {
  const length = end - start;
  return length > 1 && length <= LONGEST_TERM && units[start] !== SPACE && units[end - 1] !== SPACE;
}
