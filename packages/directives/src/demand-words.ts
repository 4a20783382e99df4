/** Words by which people say what must or must not be done. */
const DEMAND =
  /\b(?:never|don'?t|do not|must(?: not)?|always|only|make sure|ensure|without|avoid|should(?:n'?t)?|needs? to|please|keep|instead|not allowed|required?)\b|必须|不要|不得|不能|禁止|务必|只能|请|始终|确保|避免/i;

/**
 * Whether a text has a word of demand. It finds more than `findDirectives`, also what only sounds like a demand: good enough to keep a text,
 * not to say that it binds.
 */
export function hasDemandWord(text: string): boolean {
  return DEMAND.test(text);
}
