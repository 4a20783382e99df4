import { lineSpans, type Span } from './line-spans.ts';

/** What may end a sentence: a terminator with closing quotes and brackets before white space, or a wide one anywhere. */
const STOP = /(?<![.!?؟।۔])[.!?؟।۔]+["'”’»)\]*_]*(?=\s)|(?<![。！？｡])[。！？｡]+[」』”’»）)\]]*/g;

/** A lower-case letter after a full stop, or a comma: the sentence continues. */
const CONTINUES = /\s*["'“‘«([]*(?:\p{Ll}|[,;:])/uy;

/**
 * Returns the sentences of a text, trimmed and not empty. A line end always ends one. A full stop does not if a lower-case letter follows, or
 * if it ends an abbreviation, an initial or a list number (`Dr. Smith`, `J. Smith`, `1. Install it`). Linear in the text.
 */
export function sentenceSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (const { start: lineStart, end: lineEnd } of lineSpans(text)) {
    const line = text.slice(lineStart, lineEnd).trimEnd();
    const first = skipBlanks(line, 0);
    let start = first;
    const push = (end: number): void => {
      if (start < end) spans.push({ start: lineStart + start, end: lineStart + end });
    };
    for (const { 0: stop, index } of line.matchAll(STOP)) {
      const end = index + stop.length;
      if (stop.startsWith('.') && continuesAt(line, start, end, start === first)) continue;
      push(end);
      start = skipBlanks(line, end);
    }
    push(line.length);
  }
  return spans;
}

const BLANKS = /\s*/y;

/** Returns the index of the first character from `from` on that is no white space. */
function skipBlanks(line: string, from: number): number {
  BLANKS.lastIndex = from;
  BLANKS.test(line);
  return BLANKS.lastIndex;
}

/** Returns whether a sentence continues after a full stop. */
function continuesAt(line: string, start: number, end: number, opensLine: boolean): boolean {
  CONTINUES.lastIndex = end;
  if (CONTINUES.test(line)) return true;
  // Dots or a closing quote end a sentence, whatever is before them.
  if (!/[^.]\.$/.test(line.slice(end - 2, end))) return false;
  const isMarker =
    opensLine && end - start <= MAX_MARKER_LENGTH && LIST_MARKER.test(line.slice(start, end));
  const words = line.slice(Math.max(start, end - MAX_ABBREVIATION_LENGTH), end);
  return isMarker || isJoined(words, line[skipBlanks(line, end)]);
}

/** Length of the longest list marker, in UTF-16 units. */
const MAX_MARKER_LENGTH = 16;

/** Length of the longest abbreviation with its full stop, and one character before it, in UTF-16 units. */
const MAX_ABBREVIATION_LENGTH = 9;

const LIST_MARKER = /^[>*+•·#-]*\s*(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,4})\.$/;

/** Abbreviations within a sentence, whatever follows. */
const ABBREVIATION =
  /(?:^|[^\p{L}\p{N}])(?:e\.g|i\.e|eg|ie|vs|cf|viz|approx|al|resp|incl|esp|aka|ca|z\.b|d\.h|u\.a|bzw|p\.ej|ул|им|см|напр|проф|т\.е|т\.к|т\.н)\.$/iu;

/** Titles, always with a capital: `5 ms.` is not `Ms.`. */
const TITLE =
  /(?:^|[^\p{L}\p{N}])(?:Mrs?|Ms|Dra?|Prof|St|Rev|Hon|Gen|Col|Lt|Sgt|Capt|Gov|Sen|Rep|Pres|Messrs|Ph\.D|Hr|Fr|Sr|Sra|Srta|Uds?|Mme|Mlle)\.$/u;

/** Abbreviations before a number: `No. 5`, `fig. 3`, `Jan. 12`. */
const BEFORE_NUMBER =
  /(?:^|[^\p{L}\p{N}])(?:nos?|figs?|sec|vol|ch|eq|pp?|art|ver|nr|num|tab|§|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|рис|стр|табл|гл)\.$/iu;

/** An initial. `I` is none: it ends sentences. */
const INITIAL = /(?:^|[^\p{L}\p{N}])(?!I)\p{Lu}\.$/u;

/** Returns whether a full stop ends an abbreviation, so that the sentence continues with `next`. */
function isJoined(words: string, next = ''): boolean {
  if (ABBREVIATION.test(words) || TITLE.test(words)) return true;
  return (
    (/\d/.test(next) && BEFORE_NUMBER.test(words)) || (/\p{Lu}/u.test(next) && INITIAL.test(words))
  );
}
