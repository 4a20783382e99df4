/**
 * Where a clause begins: at the beginning of a sentence, behind punctuation or a dash, or behind one of the words given. What follows it
 * in a pattern is taken there only, so that `I don't` is no `Don't`.
 */
export function clauseStart(words: string): string {
  return `(?:(?<=^|[,;:.!?¡¿()"…] ?| [-–—>]+ |—)|(?<![\\p{L}'])(?:${words}) )`;
}
