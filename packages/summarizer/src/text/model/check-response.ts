import { extractEntities } from '../entities.ts';

/** Maximum length of a response, relative to the result of `summarizeText`. A longer response adds content. */
export const OWN_LENGTH_FACTOR = 2;
/** Number of the highest ranked names that a response is checked for. */
export const TELLING_NAMES = 6;
/** Maximum share of the budget that these names take together: a response needs other words, too. */
export const TELLING_SHARE = 0.5;
/** Minimum share of these names that a response must contain. */
const KEPT_SHARE = 0.5;
/** Maximum share of a response's names that do not occur in the text. */
const INVENTED_SHARE = 0.25;

/** Why a response is rejected. */
export type RejectionReason =
  /** Empty, only blanks or a scratchpad, or not a text. */
  | 'blank'
  /** It repeats the quotation fence. */
  | 'repeats-fence'
  /** At least as long as the text. */
  | 'not-shorter'
  | 'over-budget'
  /** More than twice as long as the result of `summarizeText`. */
  | 'long-winded'
  /** It contains less than half of the text's highest ranked names. */
  | 'names-lost'
  /** More than a quarter of its names do not occur in the text. */
  | 'names-invented';

export interface AnswerMeasures {
  readonly text: string;
  readonly nonce: string;
  /** Maximum length, in UTF-16 units. */
  readonly budget: number;
  /** Length of the result of `summarizeText`, in UTF-16 units. */
  readonly ownLength: number;
  /** The highest ranked names of the text. */
  readonly names: readonly string[];
}

/**
 * Returns why a model's response must not replace the text; `undefined` if it may.
 *
 * @param answer without surrounding blanks
 */
export function checkResponse(
  answer: string,
  { text, nonce, budget, ownLength, names }: AnswerMeasures,
): RejectionReason | undefined {
  if (answer === '') return 'blank';
  if (answer.length >= text.length) return 'not-shorter';
  if (answer.length > budget) return 'over-budget';
  if (answer.length > OWN_LENGTH_FACTOR * ownLength) return 'long-winded';
  if (answer.includes(nonce)) return 'repeats-fence';
  const said = compact(answer);
  const kept = names.filter((name) => containsName(said, name)).length;
  if (kept < KEPT_SHARE * names.length) return 'names-lost';
  const named = extractEntities(answer);
  const source = compact(text);
  const invented = named.filter((name) => !containsName(source, name)).length;
  return invented > INVENTED_SHARE * named.length ? 'names-invented' : undefined;
}

/** Normalizes case and spaces: `500 MB` equals `500MB`. */
function compact(text: string): string {
  return text.toLowerCase().replace(/\s+/g, '');
}

/** Returns whether a text contains a name. Numbers must match as a whole: `110 seconds` does not contain `10 seconds`. */
function containsName(text: string, name: string): boolean {
  const wanted = compact(name);
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    if (!joinDigits(text, at) && !joinDigits(text, end)) return true;
  }
  return false;
}

function joinDigits(text: string, index: number): boolean {
  return isDigit(text.charCodeAt(index - 1)) && isDigit(text.charCodeAt(index));
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
