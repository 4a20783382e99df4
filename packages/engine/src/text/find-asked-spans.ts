import { groupAround } from './line-group.ts';
import type { Span } from './line-spans.ts';

/** A word that names something: with a digit, a sign or a capital inside, or a capital at its start. */
const NAME = /\p{L}.*[\p{N}_./:@#-]|\p{N}.*[\p{L}_./:@#-]|\p{Ll}\p{Lu}|^\p{N}{4,}$|^\p{Lu}/u;
/** Characters of words. Other scripts have no blanks between words. */
const LETTER = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_]`;
const WORD = new RegExp(`${LETTER}+(?:[./:@#-]+${LETTER}+)*`, 'gu');
const MIN_NAME = 3;
const MIN_WORD = 5;
/** Of a longer question, only names are searched for. In UTF-16 units. */
const SHORT_QUESTION = 200;
/** Words of a question that are searched for. */
const MAX_NAMES = 40;
const MAX_WORDS = 12;
/** Numbers of lines. */
interface MostLines {
  readonly name: number;
  readonly word: number;
}

/** A name of a request, or another word, in more lines says nothing about each. */
const MOST_LINES: MostLines = { name: 4, word: 3 };

/** A part of one of several texts. */
interface AskedSpan {
  /** Index of the text. */
  readonly text: number;
  readonly span: Span;
}

/**
 * Returns the lines that hold what the open question names, each with the lines that belong to it. What few lines hold comes first, then the
 * newest. Spans may overlap. Yields between texts.
 *
 * @param questions texts of the open question, the most important first
 * @param texts oldest first
 * @param most number of lines up to which a name, or another word of a short question, says something about each
 */
export function* findAskedSpans(
  questions: readonly string[],
  texts: readonly string[],
  most: MostLines = MOST_LINES,
): Generator<void, AskedSpan[]> {
  const hits = yield* findHits(wordsOf(questions, most), texts);
  return hits
    .toSorted((a, b) => a.length - b.length)
    .flat()
    .flatMap(({ text, position }) => {
      const source = texts[text]!;
      const line = lineAt(source, position);
      // The question repeats it.
      if (questions.some((question) => question.includes(line))) return [];
      return { text, span: groupAround(source, position) };
    });
}

function lineAt(source: string, position: number): string {
  const end = source.indexOf('\n', position);
  return source.slice(source.lastIndexOf('\n', position) + 1, end < 0 ? undefined : end).trim();
}

/** Words of the question, with the number of lines up to which each is rare. */
function wordsOf(questions: readonly string[], most: MostLines): ReadonlyMap<string, number> {
  const names = new Set<string>();
  const words = new Set<string>();
  for (const question of questions) {
    const isShort = question.length <= SHORT_QUESTION;
    for (const [at, { 0: word }] of [...question.matchAll(WORD)].entries()) {
      // The first word has a capital in any case.
      const isName = NAME.test(at === 0 ? word.slice(1) : word);
      if (isName && word.length >= MIN_NAME && names.size < MAX_NAMES) names.add(word);
      else if (isShort && !isName && word.length >= MIN_WORD && words.size < MAX_WORDS)
        words.add(word);
    }
  }
  return new Map([
    // With a limit of 0, no word counts: to search for common ones would take most of the time.
    ...(most.word > 0 ? [...words] : []).map((word) => [word, most.word] as const),
    ...[...names].map((name) => [name, most.name] as const),
  ]);
}

/** A place of a word: a position in a text. */
interface Hit {
  readonly text: number;
  readonly position: number;
}

function* findHits(
  words: ReadonlyMap<string, number>,
  texts: readonly string[],
): Generator<void, Hit[][]> {
  if (words.size === 0) return [];
  const hits = new Map<string, Hit[]>([...words.keys()].map((word) => [word, []]));
  const escaped = [...words.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(/[.+*?^$()[\]{}|\\/]/g, String.raw`\$&`));
  const pattern = new RegExp(`(?<!${LETTER})(?:${escaped.join('|')})(?!${LETTER})`, 'gu');
  for (const [text, source] of [...texts.entries()].toReversed()) {
    for (const { 0: word, index } of source.matchAll(pattern))
      hits.get(word)!.push({ text, position: index });
    yield;
  }
  return [...hits].filter(([word, of]) => of.length <= words.get(word)!).map(([, of]) => of);
}
