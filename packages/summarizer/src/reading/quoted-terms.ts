import { CHARACTER_CLASSES, SYLLABLE, WORD } from './character-classes.ts';

/** Longest term in quotes that is a name, in UTF-16 units. */
const LONGEST_TERM = 40;

const SPACE = 0x20;

/** What closes what an opening quote opens. */
const CLOSING: ReadonlyMap<number, number> = /* @__PURE__ */ new Map(
  ['``', '“”', '«»', '《》', '「」', '『』'].map(
    (pair) => [pair.charCodeAt(0), pair.charCodeAt(1)] as const,
  ),
);

/** A term in quotes. */
export interface QuotedTerm {
  /** Where the closing quote stands. */
  readonly end: number;
  /** Whether what is quoted is short enough to name something, and holds a word. */
  readonly isName: boolean;
}

/** Reads what the quote at `open` opens; nothing if the sentence does not close it. */
export function quotedTerm(
  units: Uint16Array,
  open: number,
  limit: number,
): QuotedTerm | undefined {
  const opening = units[open]!;
  const closing = CLOSING.get(opening);
  // Backticks are looked for to the end of the sentence, since each may be the closing one; and looked at once.
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
