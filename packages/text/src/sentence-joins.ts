import type { Span } from './line-spans.ts';

/** Abbreviations within a sentence, whatever follows; also with an initial capital. */
const ABBREVIATIONS =
  'e.g i.e eg ie vs cf viz approx al resp incl esp aka ca z.b d.h u.a bzw p.ej ул им см напр проф т.е т.к т.н';

/** Titles, always with a capital: `5 ms.` is not `Ms.`. */
const TITLES =
  'Mr Mrs Ms Dr Prof St Rev Hon Gen Col Lt Sgt Capt Gov Sen Rep Pres Messrs Ph.D z.B Hr Fr Sr Sra Srta Dra Ud Uds Mme Mlle';

/** Abbreviations before a number: `No. 5`, `fig. 3`, `Jan. 12`. */
const BEFORE_NUMBERS =
  'no nos fig figs sec vol ch eq p pp art ver nr num tab § jan feb mar apr jun jul aug sep sept oct nov dec рис стр табл гл';

/** What must follow an abbreviation for the sentence to continue. */
const FOLLOWERS: ReadonlyMap<string, 'anything' | 'number'> = /* @__PURE__ */ new Map([
  ...withCapitals(BEFORE_NUMBERS).map((word) => [word, 'number'] as const),
  ...[...withCapitals(ABBREVIATIONS), ...TITLES.split(' ')].map(
    (word) => [word, 'anything'] as const,
  ),
]);

/** Length of the longest abbreviation, in UTF-16 units. */
const MAX_ABBREVIATION_LENGTH = 6;

/** Length of the longest list marker, such as `  - 12. `, in UTF-16 units. */
const MAX_LIST_MARK_LENGTH = 16;

const LETTER = /^[\p{L}§]$/u;
const CAPITAL = /^\p{Lu}$/u;
const DIGIT = /^\p{Nd}$/u;
const LIST_MARK = /^[\s>*+•·#-]*(?:\d{1,3}|[A-Za-z]|[ivx]{1,4}|[IVX]{1,4})\.$/;

/**
 * Returns whether a unit is only the start of the next one on the same line. UAX #29 breaks after every full stop before a capital, which
 * would leave fragments of `Dr. Smith`, `J. Smith`, `No. 5` and `1. Install it`.
 *
 * @param unit without the white space after it
 * @param next start of the next unit
 * @param opensLine whether only white space precedes the unit on its line
 */
export function joinsNext(text: string, unit: Span, next: number, opensLine: boolean): boolean {
  const stop = unit.end - 1;
  if (text.charCodeAt(stop) !== 0x2e || unit.end === next) return false;
  if (
    opensLine &&
    unit.end - unit.start <= MAX_LIST_MARK_LENGTH &&
    LIST_MARK.test(text.slice(unit.start, unit.end))
  )
    return true;
  let start = stop;
  while (start > unit.start && isLetterOrDot(text.charCodeAt(start - 1))) {
    start--;
    if (stop - start > MAX_ABBREVIATION_LENGTH) return false;
  }
  if (start === stop) return false;
  const follower = isInitial(text, start, stop)
    ? 'capital'
    : FOLLOWERS.get(text.slice(start, stop));
  // `1st.` and `5A.` are not abbreviations.
  if (follower === undefined || (start > unit.start && isDigit(text.charCodeAt(start - 1))))
    return false;
  if (follower === 'anything') return true;
  return follower === 'capital' ? isCapital(text.charCodeAt(next)) : isDigit(text.charCodeAt(next));
}

/** Returns whether a word is an initial. `I` is not: it ends sentences. */
function isInitial(text: string, start: number, end: number): boolean {
  return end - start === 1 && text[start] !== 'I' && isCapital(text.charCodeAt(start));
}

function withCapitals(list: string): string[] {
  const words = list.split(' ');
  return [...words, ...words.map((word) => `${word[0]!.toUpperCase()}${word.slice(1)}`)];
}

function isLetterOrDot(unit: number): boolean {
  if (unit < 0x80) return ((unit | 0x20) - 0x61) >>> 0 < 26 || unit === 0x2e;
  return LETTER.test(String.fromCharCode(unit));
}

function isCapital(unit: number): boolean {
  if (unit < 0x80) return unit >= 0x41 && unit <= 0x5a;
  return CAPITAL.test(String.fromCharCode(unit));
}

function isDigit(unit: number): boolean {
  if (unit < 0x80) return unit >= 0x30 && unit <= 0x39;
  return DIGIT.test(String.fromCharCode(unit));
}
