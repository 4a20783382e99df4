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
export function escapeHidden(text: string): string {
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

/**
 * Matches UTF-16 units that can start a hidden character, by excluding all others. Few texts contain one, and this check is many times faster
 * than a regular expression with Unicode properties. A few visible characters match too.
 */
const SUSPECT =
  /[^\u17b6-\u180a\t\n\r -~\xa0-\xac\xae-\u034e\u0350-\u061b\u061d-\u115e\u1161-\u17b3\u1810-\u200a\u2010-\u2027\u202f-\u205f\u2070-\u3163\u3165-\ud82e\ud830-\ud833\ud835-\udb3f\udb44-\ufdff\ufe10-\ufefe\uff00-\uff9f\uffa1-\uffef\ufffc-\uffff]/;
