/** A word of a sentence: the stem of a plain word, or a lower-case identifier. */
export interface Word {
  readonly stem: string;
  /** Whether it is neither an identifier nor a very common word. */
  readonly isPlain: boolean;
}

const WORD = /[A-Za-z_][A-Za-z0-9_]*[A-Za-z0-9]/g;
const URL = /https?:\/\/\S+/g;
const IDENTIFIER = /_|\d|[a-z][A-Z]/;
const MIN_LENGTH = 3;

const COMMON: ReadonlySet<string> = new Set(
  (
    'the and for that this with from are was were has have had not but you your can could would should will shall may might must ' +
    "its it's into onto than then them they their there here when where what which who how why all any each some such only also " +
    'just more most very now new one two use uses used using let need needs make makes made sure get gets got set sets does doing ' +
    'done did being been because since while after before about over under between other same both see look like well'
  ).split(' '),
);

/** Removed endings, with the minimum length of a word that loses them. */
const ENDINGS = [
  ['ing', 6],
  ['edly', 7],
  ['ed', 5],
  ['ies', 5],
  ['es', 6],
  ['s', 5],
  ['ly', 6],
  ['e', 5],
] as const;

/** Returns the words of a text with at least three letters, without links. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const [word] of text.replace(URL, ' ').matchAll(WORD)) {
    if (word.length < MIN_LENGTH) continue;
    const lower = word.toLowerCase();
    if (IDENTIFIER.test(word)) words.push({ stem: lower, isPlain: false });
    else words.push({ stem: stemOf(lower), isPlain: !COMMON.has(lower) });
  }
  return words;
}

/** Returns the number of words in a text, including short ones. */
export function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0;
}

/** Removes the ending of a lower-case word: `replaced`, `replacing` and `replace` have one stem. */
function stemOf(word: string): string {
  const ending = ENDINGS.find(
    ([end, shortest]) => word.endsWith(end) && word.length >= shortest && !word.endsWith('ss'),
  )?.[0];
  if (ending === undefined) return word;
  const stem = word.slice(0, -ending.length) + (ending === 'ies' ? 'y' : '');
  const last = stem.at(-1)!;
  const isDoubled = stem.length > 3 && last === stem.at(-2) && !'ls'.includes(last);
  return isDoubled && ['ing', 'ed', 'es'].includes(ending) ? stem.slice(0, -1) : stem;
}
