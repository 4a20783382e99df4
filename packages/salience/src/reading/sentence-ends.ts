import { pieceEnds } from './cut-line.ts';

/** A sentence of more UTF-16 units than this is cut at its clauses. */
const LONGEST_SENTENCE = 420;
const CLAUSES_LENGTH = 260;
/**
 * The end of a sentence: a full stop behind a word, a bracket or two digits, and behind it something that a sentence begins with. Scripts
 * without blanks have marks of their own.
 */
const END =
  /(?:(?<=[\p{L})\]"'`*_%]|\d\d)[.!?]+["')\]*_`]*\s+(?=[…"'([*_`]*[\p{Lu}\p{Lo}\d`])|[。！？]+[”’」』）]*)/gu;

interface Span {
  readonly start: number;
  readonly end: number;
  /** The inside of a JSON string. */
  readonly escaped: boolean;
}

/** Yields where the sentences of a line end, each with the blanks behind it; the last one at `end`. */
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
