/** Returns the length of a text in UTF-16 units. CR LF counts as one, so that the length does not depend on the line ends. */
export function textLength(text: string): number {
  let length = text.length;
  for (let at = text.indexOf('\r\n'); at !== -1; at = text.indexOf('\r\n', at + 2)) length--;
  return length;
}
