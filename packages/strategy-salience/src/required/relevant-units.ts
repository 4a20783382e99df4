import { groupAround } from '../reading/line-group.ts';
import { unitLength, type ParsedText } from '../reading/parsed-text.ts';
import type { UnitBudget } from './asked-units.ts';
import { unitsIn } from '../reading/text-lines.ts';

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
/** A name of a request, or another word, in more lines says nothing about each. */
export const LINES_OF_NAME = 4;
const LINES_OF_WORD = 3;

/** A text whose lines may be relevant. */
interface Text {
  readonly reading: ParsedText;
}

/**
 * Returns the lines that hold what the open question names, each with the lines that belong to it. What few lines hold comes first, then the
 * newest, within a budget.
 *
 * @param questions texts of the open question, the most important first
 * @param linesOfName number of lines up to which a name says something about each
 */
export function relevantUnits<Part extends Text>(
  questions: readonly string[],
  parts: readonly Part[],
  { tokens, proseRate }: UnitBudget,
  linesOfName: number,
): ReadonlyMap<Part, ReadonlySet<number>> {
  const words = wordsOf(questions, linesOfName);
  const found = new Map<Part, Set<number>>();
  let left = tokens;
  for (const { part, position } of ranked(findHits(words, parts))) {
    const { reading } = part;
    const line = lineAt(reading.source, position);
    // The question repeats it.
    if (questions.some((question) => question.includes(line))) continue;
    const own = found.get(part) ?? new Set<number>();
    const units = unitsIn(reading, groupAround(reading.source, position)).filter(
      (unit) => !own.has(unit),
    );
    let cost = 0;
    for (const unit of units) cost += (unitLength(reading, unit) + 1) * proseRate;
    if (cost > left || units.length === 0) continue;
    left -= cost;
    for (const unit of units) own.add(unit);
    found.set(part, own);
  }
  return found;
}

function lineAt(source: string, position: number): string {
  const end = source.indexOf('\n', position);
  return source.slice(source.lastIndexOf('\n', position) + 1, end < 0 ? undefined : end).trim();
}

/** Words of the question, with the number of lines up to which each is rare. */
function wordsOf(questions: readonly string[], linesOfName: number): ReadonlyMap<string, number> {
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
    ...[...words].map((word) => [word, Math.min(LINES_OF_WORD, linesOfName)] as const),
    ...[...names].map((name) => [name, linesOfName] as const),
  ]);
}

/** A place of a word. */
interface Hit<Part> {
  readonly part: Part;
  readonly position: number;
}

function findHits<Part extends Text>(
  words: ReadonlyMap<string, number>,
  parts: readonly Part[],
): Hit<Part>[][] {
  if (words.size === 0) return [];
  const hits = new Map<string, Hit<Part>[]>([...words.keys()].map((word) => [word, []]));
  const escaped = [...words.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(/[.+*?^$()[\]{}|\\/]/g, String.raw`\$&`));
  const pattern = new RegExp(`(?<!${LETTER})(?:${escaped.join('|')})(?!${LETTER})`, 'gu');
  for (const part of parts.toReversed()) {
    for (const { 0: word, index } of part.reading.source.matchAll(pattern))
      hits.get(word)!.push({ part, position: index });
  }
  return [...hits].filter(([word, of]) => of.length <= words.get(word)!).map(([, of]) => of);
}

/** Returns the places of the rarest words first. */
function ranked<Part>(hits: readonly (readonly Hit<Part>[])[]): readonly Hit<Part>[] {
  return hits.toSorted((a, b) => a.length - b.length).flat();
}
