/**
 * What a reader does not see and a model does: zero-width and directional marks, variation selectors and tag characters, in which whole
 * sentences have been hidden, control characters, and line ends of no keyboard.
 */
const HIDDEN =
  /(?:(?![\t\n\r])[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}\u{fff9}-\u{fffb}])+/gu;

/**
 * Units that may begin something hidden, without the properties and lookaheads that make the search above several times slower: what has
 * none of them, as nearly all text, is not searched.
 */
const SUSPECT =
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ud82f\ud834\udb40-\udb43]/;

/** Alone between two characters these shape emoji and scripts; several in a row can spell something. */
const SHAPING: ReadonlySet<string> = new Set([
  '\u{200c}',
  '\u{200d}',
  '\u{fe0e}',
  '\u{fe0f}',
  '\u{fe0f}\u{200d}',
]);

/** A text in which nothing hides: each hidden character as its code point, `\u{200B}`. */
export function visible(text: string): string {
  if (!SUSPECT.test(text)) return text.toWellFormed();
  return text.replace(HIDDEN, (run) => (SHAPING.has(run) ? run : named(run))).toWellFormed();
}

function named(run: string): string {
  let names = '';
  for (const character of run) {
    names += `\\u{${character.codePointAt(0)!.toString(16).toUpperCase()}}`;
  }
  return names;
}
