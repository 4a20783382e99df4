import { termsOfRun } from './terms-of-run.ts';
import { createIntList, grown, type IntList } from './int-list.ts';
import { createIntLists } from './int-lists.ts';
import { createLineTable } from './line-table.ts';
import { scanTerms } from './scan-terms.ts';
import { isOneWord, subWords } from './sub-words.ts';
import { KIND } from './term-kind.ts';
import { createWordTable } from './word-table.ts';

/** All terms and lines so far. Lines have consecutive ids in order of first use, terms ascending ones. */
export interface Vocabulary {
  /** Adds the term ids of a run of word characters to a list. `hash` is that of the run, as `WordTable` describes it. */
  readonly addTermsOfRun: (
    text: string,
    start: number,
    end: number,
    hash: number,
    into: IntList,
  ) => void;
  /** Returns the id of two adjacent letters of a script without spaces. */
  readonly pair: (text: string) => number;
  /** Returns the id of the line between two indices. Its terms are scanned once. */
  readonly line: (text: string, start: number, end: number) => number;
  /** Adds the term ids of a line to a list, each once. */
  readonly addTermsOfLine: (line: number, into: IntList) => void;
  readonly countTermsOfLine: (line: number) => number;
  /** Removes repeated terms from a list, from an index on. */
  readonly dropRepeated: (terms: IntList, from: number) => void;
  readonly text: (term: number) => string;
  readonly firstCharacter: (term: number) => number;
  readonly kind: (term: number) => number;
  /** Adds the ids of the words inside a term to a list. */
  readonly addSubWordsOf: (term: number, into: IntList) => void;
  readonly lineText: (line: number) => string;
  /** Every id of a term is smaller. */
  readonly terms: number;
  readonly lines: number;
  readonly subWordCount: number;
}

export function createVocabulary(): Vocabulary {
  /** Terms, and the runs they were found in: most runs are a term. */
  const words = createWordTable();
  const termsOfRuns = createIntLists();
  /** Kind of each term plus one; 0 for a run that is none. */
  const kinds = createIntList();
  const subWordsOfTerms = createIntLists();
  const parts = createWordTable();
  const lines = createLineTable();
  const termsOfLines = createIntLists();
  /** Per term the serial number of the last list that contained it. */
  let seen: Int32Array = new Int32Array(1_024);
  let serial = 0;

  const numberTerm = (text: string, start: number, end: number, kind: number): number => {
    const term = words.number(text, start, end);
    while (kinds.length <= term) kinds.push(0);
    if (kinds.values[term] === 0) {
      kinds.values[term] = kind + 1;
      const own = subWordsOfTerms.begin(term);
      if (isOneWord(text, start, end)) own.push(parts.number(text, start, end));
      else {
        for (const word of subWords(text.slice(start, end))) {
          own.push(parts.number(word, 0, word.length));
        }
      }
      subWordsOfTerms.end();
    }
    return term;
  };
  const dropRepeated = (terms: IntList, from: number): void => {
    serial += 1;
    if (words.size > seen.length) seen = grown(seen, words.size);
    const { values, length } = terms;
    terms.length = from;
    for (let at = from; at < length; at += 1) {
      const term = values[at]!;
      if (seen[term] === serial) continue;
      seen[term] = serial;
      values[terms.length] = term;
      terms.length += 1;
    }
  };
  const vocabulary: Vocabulary = {
    addTermsOfRun(text, start, end, hash, into) {
      let run = words.find(text, start, end, hash);
      if (run < 0) run = words.add(text, start, end, hash);
      if (!termsOfRuns.has(run)) {
        const terms = termsOfRuns.begin(run);
        termsOfRun(text, start, end, (of, from, to, kind) =>
          terms.push(numberTerm(of, from, to, kind)),
        );
        termsOfRuns.end();
      }
      termsOfRuns.copyTo(into, run);
    },
    pair: (text) => numberTerm(text, 0, text.length, KIND.plain),
    line(text, start, end) {
      const line = lines.number(text, start, end);
      if (!termsOfLines.has(line)) {
        const terms = termsOfLines.begin(line);
        const first = terms.length;
        scanTerms(text, start, end, vocabulary, terms);
        dropRepeated(terms, first);
        termsOfLines.end();
      }
      return line;
    },
    addTermsOfLine: (line, into) => termsOfLines.copyTo(into, line),
    countTermsOfLine: termsOfLines.count,
    dropRepeated,
    text: words.text,
    firstCharacter: words.firstCharacter,
    kind: (term) => kinds.values[term]! - 1,
    addSubWordsOf: (term, into) => subWordsOfTerms.copyTo(into, term),
    lineText: lines.text,
    get terms() {
      return words.size;
    },
    get lines() {
      return lines.size;
    },
    get subWordCount() {
      return parts.size;
    },
  };
  return vocabulary;
}
