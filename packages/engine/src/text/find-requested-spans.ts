import { findGroupAround } from './line-group.ts';
import type { Span } from './line-spans.ts';

/** A word that names something: with a digit, a sign or a capital inside, or a capital at its start. */
const NAME = /\p{L}.*[\p{N}_./:@#-]|\p{N}.*[\p{L}_./:@#-]|\p{Ll}\p{Lu}|^\p{N}{4,}$|^\p{Lu}/u;
/** Characters of words. Other scripts have no blanks between words. */
const LETTER = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_]`;
const WORD = new RegExp(`${LETTER}+(?:[./:@#-]+${LETTER}+)*`, 'gu');
/** Minimum length of a name and of another word that is searched for, in UTF-16 units. */
const MIN_NAME_LENGTH = 3;
const MIN_WORD_LENGTH = 5;
/** Maximum length of a question whose other words are searched for too, in UTF-16 units: long questions have many. */
const MAX_SHORT_QUESTION_LENGTH = 200;
/** Maximum number of names and of other words that are searched for, which bounds the time. */
const MAX_NAMES = 40;
const MAX_WORDS = 12;
/** Maximum number of lines that hold a name, or another word, for it to be rare. */
interface MaxLines {
  readonly name: number;
  readonly word: number;
}

/** In more lines, a name or a word hardly leads to the one that answers the question. */
const DEFAULT_MAX_LINES: MaxLines = { name: 4, word: 3 };

/** A part of one of several texts. */
interface RequestedSpan {
  /** Index of the text. */
  readonly text: number;
  readonly span: Span;
}

/**
 * Returns the lines with a rare word of the open question, each with the lines that belong to it. The rarest words come first; of equal ones,
 * the newest lines. Spans may overlap. Yields between texts.
 *
 * @param questions texts of the open question, the most important first
 * @param texts oldest first
 * @param maxLines number of lines up to which a name, or another word of a short question, is rare
 */
export function* findRequestedSpans(
  questions: readonly string[],
  texts: readonly string[],
  maxLines: MaxLines = DEFAULT_MAX_LINES,
): Generator<void, RequestedSpan[]> {
  const hits = yield* findHits(listWords(questions, maxLines), texts);
  return hits
    .toSorted((a, b) => a.length - b.length)
    .flat()
    .flatMap(({ text, position }) => {
      const source = texts[text]!;
      const line = lineAt(source, position);
      // The question itself contains the line.
      if (questions.some((question) => question.includes(line))) return [];
      return { text, span: findGroupAround(source, position) };
    });
}

function lineAt(source: string, position: number): string {
  const end = source.indexOf('\n', position);
  return source.slice(source.lastIndexOf('\n', position) + 1, end < 0 ? undefined : end).trim();
}

/** Returns the words of the question, with the number of lines up to which each is rare. */
function listWords(questions: readonly string[], maxLines: MaxLines): ReadonlyMap<string, number> {
  const names = new Set<string>();
  const words = new Set<string>();
  for (const question of questions) {
    const isShort = question.length <= MAX_SHORT_QUESTION_LENGTH;
    for (const [index, { 0: word }] of [...question.matchAll(WORD)].entries()) {
      // The first word always has a capital.
      const isName = NAME.test(index === 0 ? word.slice(1) : word);
      if (isName && word.length >= MIN_NAME_LENGTH && names.size < MAX_NAMES) names.add(word);
      else if (isShort && !isName && word.length >= MIN_WORD_LENGTH && words.size < MAX_WORDS)
        words.add(word);
    }
  }
  return new Map([
    // With a limit of 0, no word counts: to search for common ones would take most of the time.
    ...(maxLines.word > 0 ? [...words] : []).map((word) => [word, maxLines.word] as const),
    ...[...names].map((name) => [name, maxLines.name] as const),
  ]);
}

/** An occurrence of a word. */
interface Hit {
  /** Index of the text. */
  readonly text: number;
  /** Index in the text, in UTF-16 units. */
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
  return [...hits]
    .filter(([word, found]) => found.length <= words.get(word)!)
    .map(([, found]) => found);
}
