import { atomsOfRun } from './atoms-of-run.ts';
import { KIND } from './term-kind.ts';
import { createSpanTable } from './span-table.ts';
import { subWords } from './sub-words.ts';

/** All terms and lines so far, with consecutive ids in order of first use. */
export interface Vocabulary {
  /** Returns the term ids of a run of word characters between two indices. */
  readonly atomsOf: (text: string, start: number, end: number) => readonly number[];
  /** Returns the id of two adjacent letters of a script without spaces. */
  readonly pair: (text: string) => number;
  /** Returns the id of the line between two indices. */
  readonly line: (text: string, start: number, end: number) => number;
  readonly text: (atom: number) => string;
  readonly kind: (atom: number) => number;
  /** Returns the ids of the words inside a term. */
  readonly subWords: (atom: number) => readonly number[];
  /** Returns all lines by id. */
  readonly lineTexts: () => readonly string[];
  readonly atoms: number;
  readonly lines: number;
  readonly subWordCount: number;
}

/** Maximum number of cached runs; beyond, runs are split again. */
const MOST_RUNS = 2_000_000;
const NONE: readonly number[] = [];

export function createVocabulary(): Vocabulary {
  const runs = createSpanTable();
  const atomsOfRuns: (readonly number[])[] = [];
  const numbers = new Map<string, number>();
  const lines = createSpanTable();
  const words = new Map<string, number>();
  const texts: string[] = [];
  const kinds: number[] = [];
  const subs: (readonly number[] | undefined)[] = [];

  const add = (text: string, kind: number): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    const number = texts.length;
    numbers.set(text, number);
    texts.push(text);
    kinds.push(kind);
    subs.push(undefined);
    return number;
  };
  return {
    atomsOf(text, start, end) {
      const isFull = atomsOfRuns.length >= MOST_RUNS;
      const run = isFull ? runs.find(text, start, end) : runs.number(text, start, end);
      const known = atomsOfRuns[run];
      if (known !== undefined) return known;
      const found = atomsOfRun(text.slice(start, end));
      const atoms = found.length === 0 ? NONE : found.map((atom) => add(atom.text, atom.kind));
      if (!isFull) atomsOfRuns.push(atoms);
      return atoms;
    },
    pair: (text) => add(text, KIND.plain),
    line: lines.number,
    text: (atom) => texts[atom]!,
    kind: (atom) => kinds[atom]!,
    subWords: (atom) =>
      (subs[atom] ??= subWords(texts[atom]!).map((word) => numberOf(words, word))),
    lineTexts: () => lines.pieces,
    get atoms() {
      return texts.length;
    },
    get lines() {
      return lines.pieces.length;
    },
    get subWordCount() {
      return words.size;
    },
  };
}

/** Assigns ids in order of first use, from 0. */
function numberOf(map: Map<string, number>, key: string): number {
  const known = map.get(key);
  if (known !== undefined) return known;
  map.set(key, map.size);
  return map.size - 1;
}
