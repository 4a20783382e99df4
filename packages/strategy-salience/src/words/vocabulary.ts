import { atomsOfRun, type AddAtom } from './atoms-of-run.ts';
import { createIntList, grown, type IntList } from './int-list.ts';
import { createLineTable } from './line-table.ts';
import { scanAtoms } from './scan-atoms.ts';
import { subWords } from './sub-words.ts';
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
  /** Removes repeated terms from a list, from an index on. */
  readonly dropRepeated: (atoms: IntList, from: number) => void;
  readonly text: (atom: number) => string;
  readonly kind: (atom: number) => number;
  /** Returns the ids of the words inside a term. */
  readonly subWords: (atom: number) => readonly number[];
  readonly lineText: (line: number) => string;
  /** Every id of a term is smaller. */
  readonly atoms: number;
  readonly lines: number;
  readonly subWordCount: number;
}

export function createVocabulary(): Vocabulary {
  /** Terms, and the runs they were found in: most runs are a term. */
  const words = createWordTable();
  /** Kind of each word that is a term. */
  const kinds = createIntList();
  /** For each word that occurred as a run: index in `atomsOfRuns` of the number of its terms, which the terms follow; else 0. */
  const runs = createIntList();
  const atomsOfRuns = createIntList();
  atomsOfRuns.push(0);
  const lines = createLineTable();
  /** Terms of all lines in order, and where those of each line end. */
  const atomsOfLines = createIntList();
  const lineEnds = createIntList();
  const parts = new Map<string, number>();
  const subs: (readonly number[] | undefined)[] = [];
  /** Per term the serial number of the last list that contained it. */
  let seen = new Int32Array(1_024);
  let serial = 0;

  /** Extends the columns of words after new ones. */
  const extendColumns = (): void => {
    while (kinds.length < words.size) {
      kinds.push(0);
      runs.push(0);
    }
  };
  const numberAtom = (text: string, start: number, end: number, kind: number): number => {
    const atom = words.number(text, start, end);
    extendColumns();
    kinds.values[atom] = kind;
    return atom;
  };
  const addAtom: AddAtom = (text, start, end, kind) =>
    atomsOfRuns.push(numberAtom(text, start, end, kind));
  /** Finds the terms of a run that occurs for the first time. */
  const learn = (run: number, text: string, start: number, end: number): void => {
    extendColumns();
    runs.values[run] = atomsOfRuns.length;
    atomsOfRuns.push(0);
    atomsOfRun(text, start, end, addAtom);
    const count = runs.values[run]!;
    atomsOfRuns.values[count] = atomsOfRuns.length - count - 1;
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
      if (run >= runs.length || runs.values[run] === 0) learn(run, text, start, end);
      const first = runs.values[run]! + 1;
      const last = first + atomsOfRuns.values[first - 1]!;
      for (let at = first; at < last; at += 1) into.push(atomsOfRuns.values[at]!);
    },
    pair: (text) => numberAtom(text, 0, text.length, KIND.plain),
    line(text, start, end) {
      const line = lines.number(text, start, end);
      if (line === lineEnds.length) {
        const first = atomsOfLines.length;
        scanAtoms({ text, start, end, escaped: false }, vocabulary, atomsOfLines);
        dropRepeated(atomsOfLines, first);
        lineEnds.push(atomsOfLines.length);
      }
      return line;
    },
    addAtomsOfLine(line, into) {
      const end = lineEnds.values[line]!;
      for (let at = line === 0 ? 0 : lineEnds.values[line - 1]!; at < end; at += 1) {
        into.push(atomsOfLines.values[at]!);
      }
    },
    dropRepeated,
    text: words.text,
    kind: (atom) => kinds.values[atom]!,
    subWords: (atom) =>
      (subs[atom] ??= subWords(words.text(atom)).map((word) => numberOf(parts, word))),
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

/** Assigns ids in order of first use, from 0. */
function numberOf(map: Map<string, number>, key: string): number {
  const known = map.get(key);
  if (known !== undefined) return known;
  map.set(key, map.size);
  return map.size - 1;
}
