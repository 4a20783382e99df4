import { extractEntities } from '../entities.ts';

/** An answer may be that many times as long as what `summarizeText` makes of the same text: a model that needs more has said more. */
export const OWN_LENGTH_FACTOR = 2;
/** That many of the most telling names of a text are looked for in an answer, at most. */
export const TELLING_NAMES = 6;
/** They fill no more than this share of the room for the answer: it could hold them all and still say something. */
export const TELLING_ROOM = 0.5;
/** That share of them has to stand in the answer. */
const KEPT_SHARE = 0.5;
/** At most that share of the names of an answer may be missing from the text. */
const INVENTED_SHARE = 0.25;

/** What is wrong with an answer. */
export type RejectionReason =
  /** Nothing, nothing but space or a scratchpad, or no text at all. */
  | 'blank'
  /** The fence around the text is repeated. */
  | 'repeats-fence'
  /** As long as the text, or longer. */
  | 'not-shorter'
  | 'over-budget'
  /** More than twice as long as what `summarizeText` makes of the text. */
  | 'long-winded'
  /** Less than half of the most telling names of the text stand in it. */
  | 'names-lost'
  /** More than a quarter of its names do not stand in the text. */
  | 'names-invented';

export interface AnswerMeasures {
  readonly text: string;
  readonly nonce: string;
  /** UTF-16 units. */
  readonly budget: number;
  /** Length of what `summarizeText` makes of the text, in UTF-16 units. */
  readonly ownLength: number;
  /** The most telling names of the text. */
  readonly names: readonly string[];
}

/**
 * What is wrong with a model's answer; nothing where it may stand for the text.
 *
 * @param answer without space around it
 */
export function judgeAnswer(
  answer: string,
  { text, nonce, budget, ownLength, names }: AnswerMeasures,
): RejectionReason | undefined {
  if (answer === '') return 'blank';
  if (answer.length >= text.length) return 'not-shorter';
  if (answer.length > budget) return 'over-budget';
  if (answer.length > OWN_LENGTH_FACTOR * ownLength) return 'long-winded';
  if (answer.includes(nonce)) return 'repeats-fence';
  const said = compact(answer);
  const kept = names.filter((name) => says(said, name)).length;
  if (kept < KEPT_SHARE * names.length) return 'names-lost';
  const named = extractEntities(answer);
  const source = compact(text);
  const invented = named.filter((name) => !says(source, name)).length;
  return invented > INVENTED_SHARE * named.length ? 'names-invented' : undefined;
}

/** Capitals and spaces make no other name: `500 MB` is `500MB`. */
function compact(text: string): string {
  return text.toLowerCase().replace(/\s+/g, '');
}

/** Whether a name stands in a text, a number as a whole: `10 seconds` do not stand in `110 seconds`. */
function says(text: string, name: string): boolean {
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
