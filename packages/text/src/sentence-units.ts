import { LINE_END, SENTENCE_CLASSES } from './sentence-classes.ts';
import { joinsNext } from './sentence-joins.ts';
import { isWhiteSpace, skipWhiteSpace, type Span } from './span.ts';

let segmenter: Intl.Segmenter | undefined;

const OPENING_BRACKETS = '([{「『（《〈【〔';

/** Collects the sentence units of a text that is read from start to end. */
export class SentenceUnits {
  readonly spans: Span[] = [];
  /** Start of the current unit. */
  start = 0;
  readonly #text: string;
  #opensLine = true;

  constructor(text: string) {
    this.#text = text;
  }

  /** Ends the current unit at a sentence boundary within a line. */
  breakAt(index: number): void {
    const text = this.#text;
    const start = skipWhiteSpace(text, this.start, index);
    let next = index;
    // UAX #29 attaches an opening bracket to the sentence before it.
    while (next > start && OPENING_BRACKETS.includes(text[next - 1]!)) next--;
    const end = trimEnd(text, start, next);
    if (start < end) {
      const unit = { start, end };
      if (joinsNext(text, unit, next, this.#opensLine)) return;
      this.spans.push(unit);
      this.#opensLine = false;
    }
    this.start = next;
  }

  /** Ends the current unit at the end of a line; `index` is the terminator or the length of the text. */
  endLine(index: number): void {
    // Consecutive blank lines are common.
    if (index > this.start) {
      const start = skipWhiteSpace(this.#text, this.start, index);
      const end = trimEnd(this.#text, start, index);
      if (start < end) this.spans.push({ start, end });
    }
    this.#opensLine = true;
    this.start = index + 1;
  }

  /** Reads the rest of the line with `Intl.Segmenter`, from the start of the current unit; returns the index of the line end. */
  segmentLine(): number {
    const { start } = this;
    let end = start;
    while (end < this.#text.length && SENTENCE_CLASSES[this.#text.charCodeAt(end)] !== LINE_END)
      end++;
    segmenter ??= new Intl.Segmenter('und', { granularity: 'sentence' });
    for (const { index } of segmenter.segment(this.#text.slice(start, end)))
      if (index > 0) this.breakAt(start + index);
    return end;
  }
}

/** Returns the index after the last unit before `from` that is not white space, or `start`. */
function trimEnd(text: string, start: number, from: number): number {
  let index = from;
  while (index > start && isWhiteSpace(text.charCodeAt(index - 1))) index--;
  return index;
}
