import * as Class from './sentence-classes.ts';
import { SENTENCE_CLASSES } from './sentence-classes.ts';
import { joinsNext } from './sentence-joins.ts';
import { isWhiteSpace, skipWhiteSpace, type Span } from './line-spans.ts';

/**
 * Returns the sentences of a text, trimmed and not empty: those of `Intl.Segmenter`, split at line ends. A fragment that ends in an
 * abbreviation, an initial or a list number is joined with the next one (`Dr. Smith`, `J. Smith`, `1. Install it`), an opening bracket too.
 *
 * Applies the rules of UAX #29 to common characters, which is many times faster; `Intl.Segmenter` reads lines with other characters.
 */
export function sentenceSpans(text: string): Span[] {
  const units = new SentenceUnits(text);
  const isAscii = !NON_ASCII.test(text);
  let index = nextStop(text, 0, isAscii);
  while (index < text.length) {
    const sentenceClass = SENTENCE_CLASSES[text.charCodeAt(index)]!;
    if (sentenceClass === Class.LINE_END) index = units.endLines(index);
    else if (sentenceClass === Class.FULL_STOP || sentenceClass === Class.TERMINATOR)
      index = readTerminator(text, index, sentenceClass, units);
    else if (isEmoji(text, index)) index += 2;
    else index = units.segmentLine();
    index = nextStop(text, index, isAscii);
  }
  units.endLine(text.length);
  return units.spans;
}

const NON_ASCII = /[\x80-\uffff]/;
const ASCII_STOPS = /[.!?\r\n]/g;

/** Returns the index of the next unit that may end a sentence or needs `Intl.Segmenter`, or the length of the text. */
function nextStop(text: string, from: number, isAscii: boolean): number {
  const classes = SENTENCE_CLASSES;
  // Consecutive stops are common.
  if (from < text.length && classes[text.charCodeAt(from)]! >= Class.FULL_STOP) return from;
  if (isAscii) {
    // A regular expression is many times faster than a loop over units.
    ASCII_STOPS.lastIndex = from;
    return ASCII_STOPS.test(text) ? ASCII_STOPS.lastIndex - 1 : text.length;
  }
  let index = from;
  while (index < text.length && classes[text.charCodeAt(index)]! < Class.FULL_STOP) index++;
  return index;
}

/** Applies the rules for a terminator; returns the index to continue at. */
function readTerminator(
  text: string,
  terminator: number,
  terminatorClass: number,
  units: SentenceUnits,
): number {
  const isFullStop = terminatorClass === Class.FULL_STOP;
  let index = skip(text, terminator + 1, Class.EXTEND);
  let next = classAt(text, index);
  if (isFullStop) {
    if (next === Class.NUMERIC) return index; // SB6
    if (next === Class.UPPER && isAfterCasedLetter(text, terminator, units.start)) return index; // SB7
  }
  // SB9, SB10
  while (next === Class.CLOSE || next === Class.EXTEND) next = classAt(text, ++index);
  while (next === Class.SPACE || next === Class.EXTEND) next = classAt(text, ++index);
  if (next >= Class.CONTINUE) {
    if (next === Class.CONTINUE || (next >= Class.FULL_STOP && next <= Class.LINE_END))
      return index; // SB8a, SB4
    if (!isEmoji(text, index)) return units.segmentLine();
  }
  if (isFullStop) {
    // SB8: the sentence continues if the first letter that follows is lower case.
    let ahead = index;
    for (;;) {
      const aheadClass = classAt(text, ahead);
      if (aheadClass === Class.LOWER) return ahead;
      if (aheadClass === Class.UPPER || aheadClass === Class.LETTER) break;
      if (aheadClass < Class.FULL_STOP) ahead++;
      else if (aheadClass <= Class.LINE_END) break;
      else if (isEmoji(text, ahead)) ahead += 2;
      else return units.segmentLine();
    }
  }
  units.breakAt(index);
  return index;
}

function classAt(text: string, index: number): number {
  return index < text.length ? SENTENCE_CLASSES[text.charCodeAt(index)]! : Class.LINE_END;
}

function skip(text: string, from: number, sentenceClass: number): number {
  let index = from;
  while (classAt(text, index) === sentenceClass) index++;
  return index;
}

function isAfterCasedLetter(text: string, index: number, start: number): boolean {
  let before = index - 1;
  while (before >= start && SENTENCE_CLASSES[text.charCodeAt(before)] === Class.EXTEND) before--;
  if (before < start) return false;
  const sentenceClass = SENTENCE_CLASSES[text.charCodeAt(before)];
  return sentenceClass === Class.LOWER || sentenceClass === Class.UPPER;
}

/** Returns whether U+1F300 to U+1FBEF is at an index: these characters do not affect sentence boundaries. */
function isEmoji(text: string, index: number): boolean {
  const high = text.charCodeAt(index);
  const low = text.charCodeAt(index + 1);
  if (!(low >= 0xdc00 && low <= 0xdfff)) return false;
  return high === 0xd83d || (high === 0xd83c && low >= 0xdf00) || (high === 0xd83e && low < 0xdff0);
}

let segmenter: Intl.Segmenter | undefined;

const NEWLINE = 0x0a;
const OPENING_BRACKETS = '([{「『（《〈【〔';

/** Collects the sentence units of a text that is read from start to end. */
class SentenceUnits {
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

  /** Ends the current unit at a line end, and skips the empty lines after it. Returns the index to continue at. */
  endLines(index: number): number {
    this.endLine(index);
    let next = index + 1;
    while (this.#text.charCodeAt(next) === NEWLINE) next++;
    this.start = next;
    return next;
  }

  /** Ends the current unit at the end of a line; `index` is the terminator or the length of the text. */
  endLine(index: number): void {
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
    while (
      end < this.#text.length &&
      SENTENCE_CLASSES[this.#text.charCodeAt(end)] !== Class.LINE_END
    )
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
