import { createIntList, type IntList } from '../words/int-list.ts';
import { scanTerms } from '../words/scan-terms.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import { TERMS_END, DEFINES, END, FRAME, LINE, SHAPE, START, UNIT_SIZE } from './parsed-text.ts';

/** Collects the units of one text after another and reuses its buffers. */
export interface ParseBuilder {
  readonly vocabulary: Vocabulary;
  source: string;
  readonly units: IntList;
  readonly terms: IntList;
  readonly frames: IntList;
  /** Whether lines of prose are split into sentences. */
  isProse: boolean;
  readonly add: (span: UnitSpan) => void;
  /** Replaces the last units by one with their terms. Their units and terms start at the given lengths of the lists. */
  readonly join: (span: UnitSpan, from: { readonly units: number; readonly terms: number }) => void;
}

export interface UnitSpan {
  readonly start: number;
  readonly end: number;
  /** Position of the first word, after a line number. */
  readonly body: number;
  readonly line: number;
  readonly shape: number;
  /** Index of its frame. In a frame, characters are escaped as in a JSON string; -1 for plain text. */
  readonly frame: number;
}

export function createParseBuilder(vocabulary: Vocabulary): ParseBuilder {
  const [units, terms, frames] = [createIntList(), createIntList(), createIntList()];
  const joined = createIntList();
  const push = ({ start, end, line, frame }: UnitSpan, shape: number): void => {
    const at = units.length;
    units.extend(UNIT_SIZE);
    const { values } = units;
    values[at + START] = start;
    values[at + END] = end;
    values[at + LINE] = line;
    values[at + TERMS_END] = terms.length;
    values[at + SHAPE] = shape;
    values[at + FRAME] = frame;
  };
  return {
    vocabulary,
    source: '',
    units,
    terms,
    frames,
    isProse: false,
    add(span) {
      const { source } = this;
      const { body, end, line, shape, frame } = span;
      if (line < 0) {
        const firstTerm = terms.length;
        scanTerms({ text: source, start: body, end, escaped: frame >= 0 }, vocabulary, terms);
        vocabulary.dropRepeated(terms, firstTerm);
      }
      push(span, isDefinition(source, body, end) ? shape | DEFINES : shape);
    },
    join(span, from) {
      joined.length = 0;
      let term = from.terms;
      for (let unit = from.units; unit < units.length; unit += UNIT_SIZE) {
        const line = units.values[unit + LINE]!;
        if (line >= 0) vocabulary.addTermsOfLine(line, joined);
        for (const end = units.values[unit + TERMS_END]!; term < end; term += 1) {
          joined.push(terms.values[term]!);
        }
      }
      vocabulary.dropRepeated(joined, 0);
      units.length = from.units;
      terms.length = from.terms;
      for (let at = 0; at < joined.length; at += 1) terms.push(joined.values[at]!);
      push(span, span.shape);
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
function isDefinition(source: string, body: number, end: number): boolean {
  let first = body;
  while (first < end && !isLetterOrMark(source.charCodeAt(first))) first += 1;
  if (!MAY_BEGIN[source.charCodeAt(first)]) return false;
  DEFINITION.lastIndex = body;
  return DEFINITION.test(source) && DEFINITION.lastIndex <= end;
}

function isLetterOrMark(unit: number): boolean {
  return unit >= 0x40 || unit === 0x23;
}
