import { mayHide } from './may-hide.ts';

/**
 * Characters that a reader does not see but a model does: zero-width and directional marks, variation selectors and tag characters, which can
 * hide whole sentences, control characters, and unusual line ends.
 */
const HIDDEN =
  /(?:(?![\t\n\r])[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}\u{fff9}-\u{fffb}])+/gu;

/** One of these alone shapes emoji and scripts; several in a row can hide text. */
const SHAPING: ReadonlySet<string> = new Set([
  '\u{200c}',
  '\u{200d}',
  '\u{fe0e}',
  '\u{fe0f}',
  '\u{fe0f}\u{200d}',
]);

/** Replaces each hidden character by its code point: `\u{200B}`. */
export function visible(text: string): string {
  if (!mayHide(text)) return text.toWellFormed();
  return text.replace(HIDDEN, (run) => (SHAPING.has(run) ? run : named(run))).toWellFormed();
}

function named(run: string): string {
  let names = '';
  for (const character of run) {
    names += `\\u{${character.codePointAt(0)!.toString(16).toUpperCase()}}`;
  }
  return names;
}
