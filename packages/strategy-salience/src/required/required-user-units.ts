import { MAX_SEARCHED_LENGTH } from '@palimpsest/engine/directives/words';
import type { Part } from '../record/pieces.ts';
import type { WordLimits } from '../record/word-limits.ts';
import { firstLine, firstUnits } from './first-units.ts';
import { createKeptWords } from './kept-words.ts';
import type { Excerpt } from './question-excerpts.ts';
import { unitLengthAlone, type ReadWords } from './read-words.ts';

/** With fewer tokens for excerpts, demands have their room: those of the agent need fences and a longer first line, too. */
const MIN_EXCERPT_TOKENS = 80;

/** The words of people that a record may shorten. */
export interface ReducibleWords {
  /** Texts, oldest first. */
  readonly texts: readonly Part[];
  /** The first text of the history that a person wrote, and that of the newest request. */
  readonly first: Part | undefined;
  readonly task: Part | undefined;
  /** What people and the agent said about what the newest request asks for, the best first. */
  readonly excerpts: readonly Excerpt[];
  readonly readWords: ReadWords;
  readonly limits: WordLimits;
  /** Tokens of the words that stay whole: they use a part of the share. */
  readonly wholeTokens: number;
  /** Tokens per character of prose. */
  readonly proseRate: number;
}

/**
 * Returns the units of people's texts that always stay. Each step adds what still fits within its limit; sentences of the
 * newest text come first, if no other order is named. Of the task, the first line stays too.
 */
export function findRequiredUserUnits({
  texts,
  first,
  task,
  excerpts,
  readWords,
  wholeTokens,
  proseRate,
  limits,
}: ReducibleWords): ReadonlyMap<Part, readonly number[]> {
  const kept = createKeptWords(texts, proseRate);
  const newestFirst = texts.toReversed().map((part) => ({ part, ...readWords(part) }));
  // Those that bind alone before items of lists. If not all fit, the shortest do: most of them.
  const directives = newestFirst
    .flatMap(({ part, binding }) => binding.map((sentence) => ({ part, ...sentence })))
    .toSorted((a, b) => Number(b.isAlone) - Number(a.isAlone) || a.length - b.length);
  const isLong = ({ part }: (typeof directives)[number]): boolean =>
    part.parsed.source.length > MAX_SEARCHED_LENGTH;

  // 1. Directives of short texts.
  for (const directive of directives) {
    if (!isLong(directive)) kept.keepTogether(directive.part, directive.units, limits.directives);
  }
  // 2. The beginning of the first request.
  if (first !== undefined && texts.includes(first)) {
    const { hidden } = readWords(first);
    const units = firstUnits(first.parsed).filter((unit) => !hidden.has(unit));
    kept.keepTogether(first, units, limits.beginning);
  }
  // 3. Directives of long texts: much of such a text was not said to this agent.
  const longTexts = Math.max(limits.demands, kept.tokens + limits.longTexts);
  for (const directive of directives) {
    if (isLong(directive)) kept.keepTogether(directive.part, directive.units, longTexts);
  }
  // 4. The best of what was said about what the newest request asks for.
  const excerptTokens = Math.min(limits.demands, kept.tokens + limits.excerpts);
  if (limits.excerpts >= MIN_EXCERPT_TOKENS)
    for (const { part, units } of excerpts) kept.keepTogether(part, units, excerptTokens);
  // 5. Sentences with words of a demand.
  for (const { part, sentences, lasting } of newestFirst) {
    const demands = sentences.filter((unit) => lasting.has(unit));
    kept.keep(part, demands, limits.demands);
  }
  // 6. Statements, the shortest first.
  const statements = newestFirst
    .flatMap(({ part, sentences, statements: wanted }) =>
      sentences.filter((unit) => wanted.has(unit)).map((unit) => ({ part, unit })),
    )
    .toSorted(
      (a, b) => unitLengthAlone(a.part.parsed, a.unit) - unitLengthAlone(b.part.parsed, b.unit),
    );
  for (const { part, unit } of statements) kept.keep(part, [unit], limits.demands);
  // 7. The first and the last sentence of each text.
  for (const { part, sentences } of newestFirst) {
    const ends = [...sentences.slice(0, 1), ...sentences.slice(-1)];
    kept.keepWithContext(part, ends, limits.demands);
  }
  // 8. Words of a demand in lines that are no sentences, such as items.
  for (const { part, lasting } of newestFirst) kept.keep(part, lasting, limits.demands);
  // 9. All other sentences.
  for (const { part, sentences } of newestFirst)
    kept.keepWithContext(part, sentences, limits.sentences - wholeTokens);

  return new Map(
    Array.from(kept.units, ([part, units]) => {
      const line = part === task ? firstLine(part.parsed) : [];
      return [part, [...new Set([...line, ...units])]];
    }),
  );
}
