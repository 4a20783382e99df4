/** Replaces line ends by spaces, so that a path or command cannot start a row or a section. */
export function oneLine(text: string): string {
  return text.replace(/[\r\n\v\f\u{85}\u{2028}\u{2029}]+/gu, ' ');
}
