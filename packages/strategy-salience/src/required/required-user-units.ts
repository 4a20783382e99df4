import {
  isContinuation,
  isTrivial,
  lineEnd,
  unitEnd,
  unitStart,
  unitText,
  type ParsedText,
} from '../reading/parsed-text.ts';
import { MAX_SEARCHED_LENGTH } from '@palimpsest/engine/directives/words';
import { createProseLines, isQuoteEdge } from '@palimpsest/engine/text';
import type { WordLimits } from '../record/word-limits.ts';
import type { Part } from '../record/pieces.ts';
import { unitsWhere } from '../reading/text-lines.ts';
import type { Excerpt } from './question-excerpts.ts';
import { unitLengthAlone, type ReadWords } from './read-words.ts';

/** Units that start within this many UTF-16 units of the first request always stay. */
const FIRST_REQUEST_LENGTH = 300;
/** UTF-16 units that a message costs beyond its sentences: the line before it; and the marker of a gap, if it is not whole. */
const MESSAGE_OVERHEAD = 2;
const GAP_OVERHEAD = 2;
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
 * Returns the units of people's texts that always stay: directives, the shortest first; the start of the first request; then statements, the first
 * and last sentence of each text, then all other sentences longer than a remark, newest text first. Of the task, also its first line.
 */
export function findRequiredUserUnits(words: ReducibleWords): ReadonlyMap<Part, readonly number[]> {
  const { texts, first, task, excerpts, readWords, wholeTokens, proseRate, limits } = words;
  const kept = new Map<Part, Set<number>>(texts.map((part) => [part, new Set()]));
  let spent = 0;
  const costOf = (part: Part, unit: number): number =>
    (unitLengthAlone(part.reading, unit) + 1) * proseRate;
  /** Keeps all of the units, or none. */
  const keepWhole = (part: Part, units: readonly number[], limit: number): void => {
    const own = kept.get(part) ?? new Set();
    kept.set(part, own);
    const missing = units.filter((unit) => !own.has(unit));
    if (missing.length === 0) return;
    const isWhole = missing.length === part.reading.count;
    const overhead = MESSAGE_OVERHEAD + (isWhole ? 0 : GAP_OVERHEAD);
    let cost = own.size === 0 ? overhead * proseRate : 0;
    for (const unit of missing) cost += costOf(part, unit);
    if (spent + cost > limit) return;
    spent += cost;
    for (const unit of missing) own.add(unit);
  };
  const keep = (part: Part, units: Iterable<number>, limit: number): void => {
    for (const unit of units) keepWhole(part, [unit], limit);
  };
  /** Keeps a remark only next to longer sentences: alone it has no meaning, and without them its line may be parsed as another kind. */
  const keepWithContext = (part: Part, units: readonly number[], limit: number): void => {
    const own = kept.get(part)!;
    const before = new Set(own);
    const sentences = units.filter((unit) => !isRemark(part, unit));
    keep(part, sentences, limit);
    if (own.size > 0) keep(part, units, limit);
    for (const unit of unitsParsedAsData(part, own)) {
      if (before.has(unit) || !own.delete(unit)) continue;
      spent -= costOf(part, unit);
    }
  };
  const newestFirst = texts.toReversed().map((part) => ({ part, ...readWords(part) }));
  // If not all directives fit, the shortest do: most of them.
  const directives = newestFirst
    .flatMap(({ part, binding }) => {
      const isLong = part.reading.source.length > MAX_SEARCHED_LENGTH;
      return binding.map((sentence) => ({ part, isLong, ...sentence }));
    })
    .toSorted((a, b) => Number(b.isAlone) - Number(a.isAlone) || a.length - b.length);
  for (const { part, isLong, units } of directives)
    if (!isLong) keepWhole(part, units, limits.directives);
  if (first !== undefined && kept.has(first))
    keepWhole(first, beginningOf(first), limits.beginning);
  // Much of a long text was not said to this agent.
  const longTokens = Math.max(limits.demands, spent + limits.longTexts);
  for (const { part, isLong, units } of directives) if (isLong) keepWhole(part, units, longTokens);
  const excerptTokens = Math.min(limits.demands, spent + limits.excerpts);
  for (const { part, units } of excerpts) keepWhole(part, units, excerptTokens);
  for (const kind of ['lasting', 'statements'] as const) {
    const found = newestFirst.flatMap(({ part, sentences, [kind]: wanted }) =>
      sentences.filter((unit) => wanted.has(unit)).map((unit) => ({ part, unit })),
    );
    if (kind === 'statements')
      found.sort(
        (a, b) => unitLengthAlone(a.part.reading, a.unit) - unitLengthAlone(b.part.reading, b.unit),
      );
    for (const { part, unit } of found) keep(part, [unit], limits.demands);
  }
  for (const { part, units } of excerpts) keepWhole(part, units, limits.demands);
  for (const { part, sentences } of newestFirst) {
    keepWithContext(part, [...sentences.slice(0, 1), ...sentences.slice(-1)], limits.demands);
  }
  for (const { part, lasting } of newestFirst) keep(part, lasting, limits.demands);
  for (const { part, sentences } of newestFirst)
    keepWithContext(part, sentences, limits.sentences - wholeTokens);
  return new Map(
    [...kept].map(([part, units]) => {
      const line = part === task ? firstLine(part.reading) : [];
      return [part, [...new Set([...line, ...units, ...edgesBefore(part, units)])]];
    }),
  );
}

/** A digit, or a letter of a script without spaces. */
const DENSE = /[\p{N}\p{Lo}]/u;
/** More than four words: more than a remark has. */
const FIVE_WORDS = /^[^\p{L}'’]*(?:[\p{L}'’]+[^\p{L}'’]+){4}[\p{L}'’]/u;

function isRemark({ reading }: Part, unit: number): boolean {
  const said = unitText(reading, unit);
  return !FIVE_WORDS.test(said) && !DENSE.test(said);
}

/** Returns the kept units of lines that would not be parsed as prose the next time: what is left of them is mostly digits. */
function* unitsParsedAsData({ reading }: Part, kept: ReadonlySet<number>): Generator<number> {
  for (let first = 0, end = 0; first < reading.count; first = end) {
    end = lineEnd(reading, first, reading.count);
    // Of one unit, nothing or all is left.
    if (end === first + 1) continue;
    const units = Array.from({ length: end - first }, (_, at) => first + at);
    const left = units.filter((unit) => kept.has(unit));
    if (left.length > 0 && left.length < units.length && !isProse(cutLine(reading, left))) {
      yield* left;
    }
  }
}

const isProse = (line: string): boolean => createProseLines()(line) !== undefined;

/** Returns the edges of quotations before the kept units. Without them the same lines would be parsed differently the next time. */
function edgesBefore({ reading }: Part, kept: ReadonlySet<number>): number[] {
  let last = -1;
  for (const unit of kept) last = Math.max(last, unit);
  return unitsWhere(
    reading,
    (unit) => unit < last && !kept.has(unit) && isQuoteEdge(unitText(reading, unit)),
  );
}

/**
 * Returns the first units of a text, counted by their own characters: markers do not count, so that the next run finds the same units. Of a
 * line of prose so many stay that it is still parsed as prose.
 */
function beginningOf(part: Part): number[] {
  const { reading } = part;
  const found: number[] = [];
  let length = 0;
  let limit = FIRST_REQUEST_LENGTH;
  for (let unit = 0; unit < reading.count; unit += 1) {
    if (length >= limit) {
      if (!isContinuation(reading, unit)) break;
      const first = found.findLastIndex((each) => !isContinuation(reading, each));
      const line = found.slice(Math.max(0, first));
      if (!isProse(lineAt(reading, line[0]!)) || isProse(cutLine(reading, line))) break;
      // Doubled, so that the checks of a long line are linear.
      limit *= 2;
    }
    if (isTrivial(reading, unit)) continue;
    found.push(unit);
    length += unitLengthAlone(reading, unit);
  }
  return found;
}

function lineAt(reading: ParsedText, first: number): string {
  const { source } = reading;
  const start = unitStart(reading, first);
  const lineBreak = source.indexOf('\n', start);
  return source.slice(start, lineBreak < 0 ? source.length : lineBreak);
}

/** Returns the line with only these units, as it is written. */
function cutLine(reading: ParsedText, units: readonly number[]): string {
  return `${units
    .map((unit) => unitText(reading, unit))
    .join('')
    .trim()} …`;
}

/** Maximum length of a first line that stays, in UTF-16 units; a longer single unit stays whole. */
const FIRST_LINE_LENGTH = 200;

/** Returns the units of the first line with content, by which a user message is recognized. */
function firstLine(reading: ParsedText): number[] {
  const { source, count } = reading;
  const found: number[] = [];
  let endOfLine = -1;
  let limit = -1;
  // A text of nothing but short lines has no other line to be recognized by.
  const hasContent = unitsWhere(reading, (unit) => !isTrivial(reading, unit)).length > 0;
  const isSkipped = (unit: number): boolean =>
    hasContent ? isTrivial(reading, unit) : unitText(reading, unit).trim() === '';
  for (let unit = 0; unit < count; unit += 1) {
    const start = unitStart(reading, unit);
    const isInside = start < endOfLine && unitEnd(reading, unit) <= limit;
    if (found.length > 0 && !isInside) break;
    if (isSkipped(unit)) continue;
    if (found.length === 0) {
      const lineBreak = source.indexOf('\n', start);
      endOfLine = lineBreak < 0 ? source.length : lineBreak;
      limit = start + FIRST_LINE_LENGTH;
    }
    found.push(unit);
  }
  return found;
}
