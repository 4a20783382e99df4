/** Whatever could move the cursor, colour the terminal, or turn the direction of text. */
const UNPRINTABLE =
  /[\p{Cc}\p{Zl}\p{Zp}\u{61C}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}\u{FEFF}]+/gu;

/** The same but for what a text of lines is made of. */
const UNPRINTABLE_IN_TEXT =
  /[^\P{Cc}\n\t]|[\u2028\u2029\u{61C}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}\u{FEFF}]/gu;

/** A text of several lines, safe to print: a mark stands for each character that is not. */
export function printableText(text: string): string {
  return text.toWellFormed().replaceAll('\r\n', '\n').replace(UNPRINTABLE_IN_TEXT, '\u{FFFD}');
}

/** A text from a file or a command line as one line that is safe to print, cut to `length` characters. */
export function printable(text: string, length: number): string {
  // What lies far behind the cut is not looked at.
  const line = text
    .slice(0, length * 4 + 100)
    .toWellFormed()
    .replace(UNPRINTABLE, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  const characters = Array.from(line);
  if (characters.length <= length && text.length <= length * 4 + 100) return line;
  return `${characters
    .slice(0, Math.max(1, length - 1))
    .join('')
    .trimEnd()}…`;
}
