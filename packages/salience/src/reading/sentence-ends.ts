import { pieceEnds } from './cut-line.ts';

/** A longer sentence is split at its clauses. In UTF-16 units. */
const LONGEST_SENTENCE = 420;
const CLAUSES_LENGTH = 260;
/**
 * The end of a sentence: a full stop after a word, a bracket or two digits, followed by a possible sentence start. Scripts without spaces
 * have their own marks.
 */
const END =
  /(?:(?<=[\p{L})\]"'`*_%]|\d\d)[.!?]+["')\]*_`]*\s+(?=[…"'([*_`]*[\p{Lu}\p{Lo}\d`])|[。！？]+[”’」』）]*)/gu;

interface Span {
  readonly start: number;
  readonly end: number;
  /** Whether the text is the inside of a JSON string. */
  readonly escaped: boolean;
}

/** Yields the ends of the sentences of a line, including trailing blanks; the last one is `end`. */
export function* sentenceEnds(text: string, { start, end, escaped }: Span): Generator<number> {
  const line = text.slice(start, end);
  let from = start;
  for (const { index, 0: mark } of line.matchAll(END)) {
    const to = start + index + mark.length;
    if (to >= end) break;
    yield* clauseEnds(text, { start: from, end: to, escaped });
    from = to;
  }
  yield* clauseEnds(text, { start: from, end, escaped });
}

function* clauseEnds(text: string, { start, end, escaped }: Span): Generator<number> {
  if (end - start <= LONGEST_SENTENCE) yield end;
  else yield* pieceEnds(text, start, end, { length: CLAUSES_LENGTH, escaped });
}
