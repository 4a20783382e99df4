/** Characters that can move the cursor, color the terminal, or change the direction of text. */
const UNPRINTABLE =
  /[\p{Cc}\p{Zl}\p{Zp}\u{61C}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}\u{FEFF}]+/gu;

/** The same characters, except line feed and tab. */
const UNPRINTABLE_IN_TEXT =
  /[^\P{Cc}\n\t]|[\u2028\u2029\u{61C}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}\u{FEFF}]/gu;

/** The same characters in JSON, where line breaks and tabs are only between values. */
const UNPRINTABLE_IN_JSON =
  /[^\P{Cc}\n\r\t]|[\u2028\u2029\u{61C}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu;

/** Returns JSON as it is written to a stream: on a terminal, with escapes for unsafe characters. The value stays the same. */
export function printableJson(json: string, { isTTY }: { readonly isTTY?: boolean }): string {
  if (isTTY !== true) return json;
  return json.replace(
    UNPRINTABLE_IN_JSON,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Makes a text of several lines safe to print: replaces each unsafe character with U+FFFD. */
export function printableText(text: string): string {
  return text.toWellFormed().replaceAll('\r\n', '\n').replace(UNPRINTABLE_IN_TEXT, '\u{FFFD}');
}

/** Makes untrusted text safe to print in one line, truncated to `length` characters. */
export function printable(text: string, length: number): string {
  // Text far after the cut is not read at all.
  const readable = length * 4 + 100;
  const line = text
    .slice(0, readable)
    .toWellFormed()
    .replace(UNPRINTABLE, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  const characters = Array.from(line);
  if (characters.length <= length && text.length <= readable) return line;
  const shown = characters.slice(0, Math.max(1, length - 1)).join('');
  return `${shown.trimEnd()}…`;
}

/** Returns what the user typed in quotes, safe to print. */
export function quote(text: string): string {
  return `"${printable(text, 80)}"`;
}
