/**
 * Characters that a reader does not see but a model does: zero-width and directional marks, variation selectors and tag characters, which can
 * hide whole sentences, control characters, and unusual line ends.
 */
const HIDDEN =
  /(?:(?![\t\n\r])[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}\u{fff9}-\u{fffb}])+/gu;

/** One of these alone shapes emoji and scripts; several in a row can hide text. */
const SHAPING = /^(?:\u{200c}|\u{200d}|\u{fe0e}|\u{fe0f}\u{200d}?)$/u;

/** Replaces each hidden character by its code point: `\u{200B}`. */
export function escapeHidden(text: string): string {
  const wellFormed = text.toWellFormed();
  // Most texts are plain, and the pattern with Unicode properties is slow.
  if (!/[^\t\n\r -~]/.test(text)) return wellFormed;
  return wellFormed.replace(HIDDEN, (run) => {
    if (SHAPING.test(run)) return run;
    const codes = Array.from(run, (character) => character.codePointAt(0)!.toString(16));
    return codes.map((code) => `\\u{${code.toUpperCase()}}`).join('');
  });
}
