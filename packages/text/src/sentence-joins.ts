import type { Span } from './span.ts';

/** Abbreviations after which a sentence goes on, whatever follows; with a capital, too. */
const ABBREVIATIONS =
  'e.g i.e eg ie vs cf viz approx al resp incl esp aka ca z.b d.h u.a bzw p.ej ул им см напр проф т.е т.к т.н';

/** Titles, which have a capital, always: `5 ms.` is no `Ms.`. */
const TITLES =
  'Mr Mrs Ms Dr Prof St Rev Hon Gen Col Lt Sgt Capt Gov Sen Rep Pres Messrs Ph.D z.B Hr Fr Sr Sra Srta Dra Ud Uds Mme Mlle';

/** Abbreviations that belong to a number: `No. 5`, `fig. 3`, `Jan. 12`. */
const BEFORE_NUMBERS =
  'no nos fig figs sec vol ch eq p pp art ver nr num tab § jan feb mar apr jun jul aug sep sept oct nov dec рис стр табл гл';

/** What has to follow an abbreviation so that the sentence goes on. */
const FOLLOWERS: ReadonlyMap<string, 'anything' | 'number'> = /* @__PURE__ */ new Map([
  ...withCapitals(BEFORE_NUMBERS).map((word) => [word, 'number'] as const),
  ...[...withCapitals(ABBREVIATIONS), ...TITLES.split(' ')].map(
    (word) => [word, 'anything'] as const,
  ),
]);

/** Longest of them, in UTF-16 units. */
const LONGEST = 6;

/** Longest list mark looked at: `  - 12. `. */
const LONGEST_LIST_MARK = 16;

const LETTER = /^[\p{L}§]$/u;
const CAPITAL = /^\p{Lu}$/u;
const DIGIT = /^\p{Nd}$/u;
const LIST_MARK = /^[\s>*+•·#-]*(?:\d{1,3}|[A-Za-z]|[ivx]{1,4}|[IVX]{1,4})\.$/;

/**
 * Whether a sentence unit is only the start of the one that follows on the same line: UAX #29 breaks after every full stop before a
 * capital, so `Dr. Smith`, `J. Smith`, `No. 5` and `1. Install it` would leave fragments.
 *
 * @param unit from its first to its last character, without the space behind it
 * @param next where the next unit begins
 * @param opensLine whether nothing but space stands before the unit on its line
 */
export function joinsNext(text: string, unit: Span, next: number, opensLine: boolean): boolean {
  const stop = unit.end - 1;
  if (text.charCodeAt(stop) !== 0x2e || unit.end === next) return false;
  if (
    opensLine &&
    unit.end - unit.start <= LONGEST_LIST_MARK &&
    LIST_MARK.test(text.slice(unit.start, unit.end))
  )
    return true;
  let start = stop;
  while (start > unit.start && isLetterOrDot(text.charCodeAt(start - 1))) {
    start--;
    if (stop - start > LONGEST) return false;
  }
  if (start === stop) return false;
  const follower = isInitial(text, start, stop)
    ? 'capital'
    : FOLLOWERS.get(text.slice(start, stop));
  // `1st.` and `5A.` are no abbreviations.
  if (follower === undefined || (start > unit.start && isDigit(text.charCodeAt(start - 1))))
    return false;
  if (follower === 'anything') return true;
  return follower === 'capital' ? isCapital(text.charCodeAt(next)) : isDigit(text.charCodeAt(next));
}

/** `I` ends sentences. */
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
