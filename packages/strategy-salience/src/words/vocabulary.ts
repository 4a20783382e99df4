import { atomsOfRun } from './atoms-of-run.ts';
import { createIntList, grown, type IntList } from './int-list.ts';
import { createIntLists } from './int-lists.ts';
import { createLineTable } from './line-table.ts';
import { scanAtoms } from './scan-atoms.ts';
import { isOneWord, subWords } from './sub-words.ts';
import { KIND } from './term-kind.ts';
import { createWordTable } from './word-table.ts';

/** All terms and lines so far. Lines have consecutive ids in order of first use, terms ascending ones. */
export interface Vocabulary {
  /** Adds the term ids of a run of word characters to a list. `hash` is that of the run, as `WordTable` describes it. */
  readonly addAtomsOfRun: (
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
  readonly addAtomsOfLine: (line: number, into: IntList) => void;
  readonly countAtomsOfLine: (line: number) => number;
  /** Removes repeated terms from a list, from an index on. */
  readonly dropRepeated: (atoms: IntList, from: number) => void;
  readonly text: (atom: number) => string;
  readonly firstCharacter: (atom: number) => number;
  readonly kind: (atom: number) => number;
  /** Adds the ids of the words inside a term to a list. */
  readonly addSubWordsOf: (atom: number, into: IntList) => void;
  readonly lineText: (line: number) => string;
  /** Every id of a term is smaller. */
  readonly atoms: number;
  readonly lines: number;
  readonly subWordCount: number;
}

export function createVocabulary(): Vocabulary {
  /** Terms, and the runs they were found in: most runs are a term. */
  const words = createWordTable();
  const atomsOfRuns = createIntLists();
  /** Kind of each term plus one; 0 for a run that is none. */
  const kinds = createIntList();
  const subWordsOfAtoms = createIntLists();
  const parts = createWordTable();
  const lines = createLineTable();
  const atomsOfLines = createIntLists();
  /** Per term the serial number of the last list that contained it. */
  let seen = new Int32Array(1_024);
  let serial = 0;

  const numberAtom = (text: string, start: number, end: number, kind: number): number => {
    const atom = words.number(text, start, end);
    while (kinds.length <= atom) kinds.push(0);
    if (kinds.values[atom] === 0) {
      kinds.values[atom] = kind + 1;
      const own = subWordsOfAtoms.begin(atom);
      if (isOneWord(text, start, end)) own.push(parts.number(text, start, end));
      else {
        for (const word of subWords(text.slice(start, end))) {
          own.push(parts.number(word, 0, word.length));
        }
      }
      subWordsOfAtoms.end();
    }
    return atom;
  };
  const dropRepeated = (atoms: IntList, from: number): void => {
    serial += 1;
    if (words.size > seen.length) seen = grown(seen, words.size);
    const { values, length } = atoms;
    atoms.length = from;
    for (let at = from; at < length; at += 1) {
      const atom = values[at]!;
      if (seen[atom] === serial) continue;
      seen[atom] = serial;
      values[atoms.length] = atom;
      atoms.length += 1;
    }
  };
  const vocabulary: Vocabulary = {
    addAtomsOfRun(text, start, end, hash, into) {
      let run = words.find(text, start, end, hash);
      if (run < 0) run = words.add(text, start, end, hash);
      if (!atomsOfRuns.has(run)) {
        const atoms = atomsOfRuns.begin(run);
        atomsOfRun(text, start, end, (of, from, to, kind) =>
          atoms.push(numberAtom(of, from, to, kind)),
        );
        atomsOfRuns.end();
      }
      atomsOfRuns.copyTo(into, run);
    },
    pair: (text) => numberAtom(text, 0, text.length, KIND.plain),
    line(text, start, end) {
      const line = lines.number(text, start, end);
      if (!atomsOfLines.has(line)) {
        const atoms = atomsOfLines.begin(line);
        const first = atoms.length;
        scanAtoms({ text, start, end, escaped: false }, vocabulary, atoms);
        dropRepeated(atoms, first);
        atomsOfLines.end();
      }
      return line;
    },
    addAtomsOfLine: (line, into) => atomsOfLines.copyTo(into, line),
    countAtomsOfLine: atomsOfLines.count,
    dropRepeated,
    text: words.text,
    firstCharacter: words.firstCharacter,
    kind: (atom) => kinds.values[atom]! - 1,
    addSubWordsOf: (atom, into) => subWordsOfAtoms.copyTo(into, atom),
    lineText: lines.text,
    get atoms() {
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
