import type { Services } from '@palimpsest/core-types';
import {
  demonstrationSpans,
  findReplacedStatements,
  hasLastingWord,
  isBindingLevel,
  isStatement,
  MAX_SEARCHED_LENGTH,
  MAX_STATEMENT_TEXT_LENGTH,
} from '@palimpsest/engine/directives/words';
import { commentSpans } from '@palimpsest/engine/text';
import { isSentence, isTrivial, unitText, type ParsedText } from '../reading/parsed-text.ts';
import { unitsIn, unitsWhere } from '../reading/text-lines.ts';
import type { Part } from '../record/pieces.ts';

/** Finds the directives of a text. */
export type FindDirectives = NonNullable<Services['directives']>;

/** A sentence that binds the agent. */
interface BindingWords {
  readonly units: readonly number[];
  /** Whether it binds alone: other items of a list bind by the line above them. */
  readonly isAlone: boolean;
  /** In characters. */
  readonly length: number;
}

/** What a person wrote, by units. Leaves out what newer sentences replace, comments and demonstrations. */
interface PersonWords {
  readonly sentences: readonly number[];
  /** The sentences that bind the agent. */
  readonly binding: readonly BindingWords[];
  /** Units with words of a demand, or of what holds from then on. */
  readonly lasting: ReadonlySet<number>;
  /** Sentences that state something to remember: a fact, a decision, a preference. */
  readonly statements: ReadonlySet<number>;
  /** Units of comments in markup, which nobody sees who reads the text as it is shown, and of demonstrations, the task of another agent. */
  readonly hidden: ReadonlySet<number>;
}

/** Reads the words of a part, once. */
export type ReadWords = (part: Part) => PersonWords;

/** Sentences that a newer one replaces, by text and unit. */
export type ReplacedWords = ReadonlyMap<Part, ReadonlyMap<number, 'repeated' | 'replaced'>>;

/** A shorter sentence may be said again without being the same: `Go on.` In characters. */
const SHORT_SENTENCE = 20;

/**
 * Returns the sentences of people that a newer sentence replaces: the same one, which is repeated, or one that gives another value to the same
 * thing.
 *
 * @param texts of people, oldest first
 */
export function findReplacedWords(texts: readonly Part[]): ReplacedWords {
  const sentences = texts
    .filter(({ parsed }) => parsed.source.length <= MAX_SEARCHED_LENGTH)
    .flatMap((part) =>
      unitsWhere(part.parsed, (unit) => isSentence(part.parsed, unit)).map((unit) => ({
        part,
        unit,
        said: unitText(part.parsed, unit).trim(),
      })),
    );
  const said = sentences.map((sentence) => sentence.said);
  const newest = new Map(sentences.map(({ part, said: text }) => [text, part]));
  const replaced = findReplacedStatements(said);
  const found = new Map<Part, Map<number, 'repeated' | 'replaced'>>();
  for (const [at, { part, unit, said: text }] of sentences.entries()) {
    const isRepeated = text.length >= SHORT_SENTENCE && newest.get(text) !== part;
    if (!isRepeated && !replaced.has(at)) continue;
    const own = found.get(part) ?? new Map<number, 'repeated' | 'replaced'>();
    found.set(part, own.set(unit, isRepeated ? 'repeated' : 'replaced'));
  }
  return found;
}

/** @param replaced the sentences that newer ones replace */
export function createWordReader(find: FindDirectives, replaced: ReplacedWords): ReadWords {
  const known = new Map<Part, PersonWords>();
  return (part) => {
    let words = known.get(part);
    if (words === undefined) known.set(part, (words = readWords(part, find, replaced.get(part))));
    return words;
  };
}

function readWords(
  { parsed }: Part,
  find: FindDirectives,
  replaced: ReadonlyMap<number, unknown> = new Map(),
): PersonWords {
  const { source } = parsed;
  const hidden = new Set([
    ...commentSpans(source).flatMap((span) => unitsIn(parsed, span)),
    // Without its marks, what follows a demonstration could be taken for it.
    ...demonstrationSpans(source).flatMap((span) => unitsIn(parsed, span).slice(1, -1)),
  ]);
  const isCurrent = (unit: number): boolean => !replaced.has(unit) && !hidden.has(unit);
  const sentences = unitsWhere(
    parsed,
    (unit) => isSentence(parsed, unit) && unitLengthAlone(parsed, unit) > 0,
  ).filter(isCurrent);
  const lasting = unitsWhere(
    parsed,
    (unit) => !isTrivial(parsed, unit) && hasLastingWord(unitText(parsed, unit)),
  ).filter(isCurrent);
  const binding = find(source)
    .filter(({ level }) => isBindingLevel(level))
    .map(({ text, ...span }) => ({
      units: unitsIn(parsed, span).filter(isCurrent),
      isAlone: find(text).some(({ level }) => isBindingLevel(level)),
      length: text.length,
    }));
  return {
    hidden,
    sentences,
    binding,
    lasting: new Set(lasting),
    statements: new Set(
      source.length > MAX_STATEMENT_TEXT_LENGTH
        ? []
        : sentences.filter((unit) => isStatement(unitText(parsed, unit))),
    ),
  };
}

/** Returns the length of a unit without markers and surrounding blanks, which depend on its neighbours. */
export function unitLengthAlone(parsed: ParsedText, unit: number): number {
  const said = unitText(parsed, unit);
  return (said.includes('…') ? said.replaceAll('…', '') : said).trim().length;
}
