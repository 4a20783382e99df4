import { truncateText, type Span } from '@palimpsest/text';

/** The longest directive, in UTF-16 units. */
export const LONGEST_DIRECTIVE = 500;

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
export function clauseSpans(text: string, sentence: Span): Span[] {
  const clauses: Span[] = [];
  let start = sentence.start;
  while (start < sentence.end) {
    const limit = Math.min(sentence.end, start + LONGEST_DIRECTIVE);
    const window = text.slice(start, limit);
    const length =
      endOfClause(window, limit === sentence.end) ??
      truncateText(text.slice(start, Math.min(sentence.end, limit + 2)), LONGEST_DIRECTIVE).length;
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
