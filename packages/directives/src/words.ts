import type { RequirementLevel } from '@palimpsest/core-types';

/** Words that people use to say what must or must not be done. */
const DEMAND =
  /\b(?:never|don'?t|do not|must(?: not)?|always|only|make sure|ensure|without|avoid|should(?:n'?t)?|needs? to|please|keep|instead|not allowed|required?)\b|必须|不要|不得|不能|禁止|务必|只能|请|始终|确保|避免/i;

/** "I don't know" demands nothing. */
const DOUBT = /\bI (?:\w+ly )?don ?'?t (?:know|think|mean|care|understand)\b/gi;

/**
 * Returns whether a text has a word of demand. True for more texts than those in which `findDirectives` finds something: good enough to
 * keep a text, not to say that it binds.
 */
export function hasDemandWord(text: string): boolean {
  return DEMAND.test(text) && DEMAND.test(text.replaceAll(DOUBT, ''));
}

/** The label of each level before a restated directive: `(must not) touch the schema`. */
export const REQUIREMENT_LABELS: Readonly<Record<RequirementLevel, string>> = {
  'must-not': 'must not',
  must: 'must',
  only: 'only',
  should: 'should',
  prefer: 'prefers',
};
