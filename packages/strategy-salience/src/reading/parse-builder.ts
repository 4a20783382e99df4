import { scanTerms } from '../words/scan-terms.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import { DEFINES } from './parsed-text.ts';

/** Collects the units of one text after another and reuses its buffers. */
export interface ParseBuilder {
  readonly vocabulary: Vocabulary;
  source: string;
  readonly units: number[];
  readonly terms: number[];
  /** Whether lines of prose are split into sentences. */
  isProse: boolean;
  readonly add: (span: UnitSpan) => void;
}

export interface UnitSpan {
  readonly start: number;
  readonly end: number;
  /** Where its words begin, after a line number; `end` for a unit without terms. */
  readonly wordsFrom: number;
  /** See `LINE`. */
  readonly line: number;
  readonly shape: number;
}

export function createParseBuilder(vocabulary: Vocabulary): ParseBuilder {
  const units: number[] = [];
  const terms: number[] = [];
  return {
    vocabulary,
    source: '',
    units,
    terms,
    isProse: false,
    add({ start, end, wordsFrom, line, shape }) {
      const { source } = this;
      if (line < 0) terms.push(...scanTerms(source.slice(wordsFrom, end), vocabulary));
      const flags = isDefinition(source, wordsFrom, end) ? shape | DEFINES : shape;
      // In the order of `START`, `END`, `LINE`, `TERMS_END` and `SHAPE`.
      units.push(start, end, line, terms.length, flags);
    },
  };
}

const DEFINITION =
  /[^\w\s]{0,4}\s{0,40}(?:(?:export|public|private|protected|static|async|default|pub|abstract|final) ){0,4}(?:(?:func|def|class|type|interface|struct|enum|fn|function|const|var|let|impl|import|from|package|module|#define|#include)\b|@\w|#{1,4} )/y;

/** First characters of definitions. Most lines start with another one. */
const MAY_BEGIN: Record<number, true> = Object.fromEntries(
  Array.from('acdefilmpstv#@', (letter) => [letter.charCodeAt(0), true]),
);

/** Returns whether a line is a definition, an import or a heading. */
function isDefinition(source: string, start: number, end: number): boolean {
  let first = start;
  while (first < end && !isLetterOrMark(source.charCodeAt(first))) first += 1;
  if (!MAY_BEGIN[source.charCodeAt(first)]) return false;
  DEFINITION.lastIndex = start;
  return DEFINITION.test(source) && DEFINITION.lastIndex <= end;
}

/** Returns whether a character is `#`, or `@` or a later one: letters are. */
function isLetterOrMark(code: number): boolean {
  return code >= 0x40 || code === 0x23;
}
