/** A text on one line, so that a path or a command cannot go on as a row or a section of its own. */
export function oneLine(text: string): string {
  return text.replace(/[\r\n\v\f\u{85}\u{2028}\u{2029}]+/gu, ' ');
}
