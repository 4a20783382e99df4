import type { Directive, RequirementLevel } from '@palimpsest/core-types';
import { truncateText, type Span } from '../text/index.ts';
import { isQuestion, findRequirementLevel } from './requirement-level.ts';
import { authoredSentences } from './authored-sentences.ts';

/** Maximum length of a directive, in UTF-16 units: a longer sentence holds other things, and a note would quote them. */
const MAX_DIRECTIVE_LENGTH = 500;

const LETTER = /\p{L}/u;

/**
 * Returns the sentences of a text that bind its reader: prohibitions, obligations, restrictions, wishes about the work, preferences. In
 * order, not overlapping. Items of a list bind if the line above it does. Of a sentence over 500 UTF-16 units, returns the clauses that
 * bind. Skips code, logs, quotations and reports. Linear in the text.
 */
export function findDirectives(text: string): Directive[] {
  const directives: Directive[] = [];
  for (const { start, end, listLevel } of authoredSentences(text)) {
    const parts =
      end - start > MAX_DIRECTIVE_LENGTH ? clauseSpans(text, { start, end }) : [{ start, end }];
    for (const span of parts) {
      const part = text.slice(span.start, span.end);
      const level = levelOf(part, listLevel);
      if (level !== undefined) directives.push({ text: part, ...span, level });
    }
  }
  return directives;
}

/** Starts of list items that permit something, give an example, or describe the present state. */
const ENGLISH_PERMISSION =
  /(?:^|[-*•.)] |, )(?:you (?:can|may)|e\.g\.,?|for (?:example|instance),?) |(?:is|are) (?:already|pre-?\w+)/i;

/** Starts of tips that only state something. */
const ENGLISH_STATEMENT = /(?:^|[-*•.)] |, )(?:it is|it's|there (?:is|are)|this is) /i;

/** Returns the level of a part of a sentence. `listLevel` is what the line or heading above gives to the items of its list. */
function levelOf(
  part: string,
  listLevel: RequirementLevel | undefined,
): RequirementLevel | undefined {
  const partLevel = findRequirementLevel(part);
  if (listLevel === undefined || isQuestion(part) || !LETTER.test(part)) return partLevel;
  const isTip = listLevel === 'should' || listLevel === 'prefer';
  if (
    partLevel === undefined &&
    (ENGLISH_PERMISSION.test(part) || (isTip && ENGLISH_STATEMENT.test(part)))
  )
    return undefined;
  return listLevel === 'must-not' ? listLevel : (partLevel ?? listLevel);
}

/** Where a sentence may be split, best first: after a stop, after a comma or bracket, at a blank. */
const CLAUSE_ENDS = [
  /[.!?;:][)"”»]?(?= )|[。！？；：](?![\p{M}\u200d])/gu,
  /[,)](?= )|[，、）](?![\p{M}\u200d])| [-–—](?= )/gu,
  / (?![\p{M}\u200d])/gu,
] as const;

/**
 * Splits a sentence that is too long for one directive into trimmed clauses of at most 500 UTF-16 units. A clause without an end is cut
 * there, between characters; a character over 500 units is in no clause.
 */
function clauseSpans(text: string, sentence: Span): Span[] {
  const clauses: Span[] = [];
  let start = sentence.start;
  while (start < sentence.end) {
    const limit = Math.min(sentence.end, start + MAX_DIRECTIVE_LENGTH);
    const window = text.slice(start, limit);
    const length =
      endOfClause(window, limit === sentence.end) ??
      truncateText(text.slice(start, Math.min(sentence.end, limit + 2)), MAX_DIRECTIVE_LENGTH)
        .length;
    if (length === 0) {
      const blank = text.indexOf(' ', limit);
      if (blank === -1 || blank >= sentence.end) break;
      start = blank;
      continue;
    }
    const clause = window.slice(0, length);
    const trimmed = clause.trim();
    if (trimmed !== '') {
      const from = start + (clause.length - clause.trimStart().length);
      clauses.push({ start: from, end: from + trimmed.length });
    }
    start += length;
  }
  return clauses;
}

function endOfClause(window: string, isLast: boolean): number | undefined {
  const [stop, comma, blank] = CLAUSE_ENDS;
  // The first stop: clauses after it bind on their own.
  stop.lastIndex = 0;
  if (stop.test(window)) return stop.lastIndex;
  if (isLast) return window.length;
  return lastEnd(comma, window) ?? lastEnd(blank, window);
}

function lastEnd(pattern: RegExp, window: string): number | undefined {
  let end: number | undefined;
  pattern.lastIndex = 0;
  while (pattern.test(window)) end = pattern.lastIndex;
  return end;
}
