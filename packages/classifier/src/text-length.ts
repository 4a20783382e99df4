/** Length of a text in UTF-16 units, where CR LF is one, so that the same text is equally long with either line end. */
export function textLength(text: string): number {
  let length = text.length;
  for (let at = text.indexOf('\r\n'); at !== -1; at = text.indexOf('\r\n', at + 2)) length--;
  return length;
}
