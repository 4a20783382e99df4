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

const BEYOND_PLAIN = /[^\t\n\r -~]/;

/** UTF-16 units that can start a hidden character, as pairs of first and last. A few visible ones are included. */
const SUSPECTS = [
  0x00, 0x08, 0x0b, 0x0c, 0x0e, 0x1f, 0x7f, 0x9f, 0xad, 0xad, 0x34f, 0x34f, 0x61c, 0x61c, 0x115f,
  0x1160, 0x17b4, 0x17b5, 0x180b, 0x180f, 0x200b, 0x200f, 0x2028, 0x202e, 0x2060, 0x206f, 0x3164,
  0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xfeff, 0xffa0, 0xffa0, 0xfff0, 0xfffb, 0xd82f, 0xd82f, 0xd834,
  0xd834, 0xdb40, 0xdb43,
];

let suspects: Uint8Array | undefined;

/**
 * Returns whether a text may contain hidden characters. Few do, and this check of each unit is many times faster than a regular expression
 * with Unicode properties.
 */
function mayHide(text: string): boolean {
  if (!BEYOND_PLAIN.test(text)) return false;
  suspects ??= suspectUnits();
  for (let index = 0; index < text.length; index += 1) {
    if (suspects[text.charCodeAt(index)] === 1) return true;
  }
  return false;
}

function suspectUnits(): Uint8Array {
  const units = new Uint8Array(0x1_00_00);
  for (let at = 0; at < SUSPECTS.length; at += 2)
    units.fill(1, SUSPECTS[at], SUSPECTS[at + 1]! + 1);
  return units;
}
