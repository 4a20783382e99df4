import { scanTerms } from './scan-terms.ts';
import { subWords } from './sub-words.ts';
import { KIND } from './term-kind.ts';
import { termsOfRun } from './terms-of-run.ts';

/** All terms and lines so far. Lines and terms have consecutive ids in order of first use. */
export interface Vocabulary {
  /** Returns the ids of the terms of a run of word characters. */
  readonly termsOfRun: (run: string) => readonly number[];
  /** Returns the id of two adjacent letters of a script without spaces. */
  readonly pair: (text: string) => number;
  /** Returns the id of a line. Its terms are scanned once. */
  readonly line: (text: string) => number;
  /** Returns the ids of the terms of a line, each once. */
  readonly termsOfLine: (line: number) => readonly number[];
  readonly text: (term: number) => string;
  /** Returns the kind of a term, see `KIND`. */
  readonly kind: (term: number) => number;
  /** Returns the ids of the words inside a term. */
  readonly subWordsOf: (term: number) => readonly number[];
  readonly lineText: (line: number) => string;
  /** Every id of a term is smaller. */
  readonly terms: number;
  readonly lines: number;
  readonly subWordCount: number;
}

export function createVocabulary(): Vocabulary {
  const termNumbers = createNumbering();
  const kinds: number[] = [];
  const subWordNumbers = createNumbering();
  const subWordsOfTerms: (readonly number[])[] = [];
  const runs = new Map<string, readonly number[]>();
  const lines = createNumbering();
  const termsOfLines: (readonly number[])[] = [];

  const numberTerm = (text: string, kind: number): number => {
    const term = termNumbers.of(text);
    if (term === kinds.length) {
      kinds.push(kind);
      subWordsOfTerms.push(subWords(text).map(subWordNumbers.of));
    }
    return term;
  };
  const vocabulary: Vocabulary = {
    termsOfRun(run) {
      let terms = runs.get(run);
      if (terms === undefined) {
        const found: number[] = [];
        termsOfRun(run, 0, run.length, (text, from, to, kind) =>
          found.push(numberTerm(text.slice(from, to), kind)),
        );
        terms = found;
        runs.set(run, terms);
      }
      return terms;
    },
    pair: (text) => numberTerm(text, KIND.plain),
    line(text) {
      const line = lines.of(text);
      if (line === termsOfLines.length) termsOfLines.push(scanTerms(text, vocabulary));
      return line;
    },
    termsOfLine: (line) => termsOfLines[line]!,
    text: termNumbers.text,
    kind: (term) => kinds[term]!,
    subWordsOf: (term) => subWordsOfTerms[term]!,
    lineText: lines.text,
    get terms() {
      return termNumbers.size;
    },
    get lines() {
      return lines.size;
    },
    get subWordCount() {
      return subWordNumbers.size;
    },
  };
  return vocabulary;
}

/** Assigns numbers to texts in order of first use. */
interface Numbering {
  readonly size: number;
  /** Returns the number of a text, a new one if it is unknown. */
  readonly of: (text: string) => number;
  readonly text: (number: number) => string;
}

function createNumbering(): Numbering {
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  return {
    get size() {
      return texts.length;
    },
    of(text) {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      numbers.set(text, texts.length);
      return texts.push(text) - 1;
    },
    text: (number) => texts[number]!,
  };
}
