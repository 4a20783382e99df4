/** Characters that display the text behind them in another order. */
const BIDI = /[\u202A-\u202E\u2066-\u2069]/g;

/** Returns a text in which the names of such characters replace them: `[U+202E]`. */
export function showBidi(text: string): string {
  return text.replaceAll(
    BIDI,
    (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase()}]`,
  );
}
