/**
 * Characters that a reader does not see and a model does: zero-width and directional marks, line separators of no keyboard, and the tag
 * characters in which whole sentences have been hidden. Soft hyphens and joiners within emoji and scripts lose their shape only in what
 * is shown to a model, never in the history.
 */
const HIDDEN =
  /[\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;

/** A text in which nothing hides: each hidden character as its code point, `\u{200B}`. */
export function visible(text: string): string {
  return text
    .replace(HIDDEN, (character) => `\\u{${character.codePointAt(0)!.toString(16).toUpperCase()}}`)
    .toWellFormed();
}
