import { CUE_TABLES } from './cues/cue-tables.ts';
import { foldSentence } from './fold-sentence.ts';
import { createTableReader, type Cue } from './table-reader.ts';

/** A folded sentence with the cues that may match in it, in the order of the tables. */
export interface Candidate {
  readonly folded: string;
  readonly cues: readonly Cue[];
}

interface CueIndex {
  readonly cues: readonly Cue[];
  /** Positions in `cues` by announcing word, and by the first {@link MIN_PREFIX} letters of an announcing prefix. */
  readonly words: ReadonlyMap<string, readonly number[]>;
  readonly prefixes: ReadonlyMap<string, readonly (readonly [prefix: string, cue: number])[]>;
  /** Positions in `cues` of the cues that no word announces. */
  readonly wordless: readonly number[];
}

const MIN_PREFIX = 3;
const WORD = /\p{L}+/gu;
/** Letters of languages that are written without blanks. */
const WORDLESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

let index: CueIndex | undefined;

/** Returns the cues that one of the words of a sentence announces, or `undefined` if there are none. */
export function findCandidate(text: string): Candidate | undefined {
  index ??= createIndex();
  const folded = foldSentence(text);
  const found = new Set(WORDLESS.test(folded) ? index.wordless : []);
  for (const word of folded.match(WORD) ?? []) {
    for (const cue of index.words.get(word) ?? []) found.add(cue);
    for (const [prefix, cue] of index.prefixes.get(word.slice(0, MIN_PREFIX)) ?? [])
      if (word.startsWith(prefix)) found.add(cue);
  }
  if (found.size === 0) return undefined;
  const { cues } = index;
  return { folded, cues: [...found].toSorted((a, b) => a - b).map((cue) => cues[cue]!) };
}

/** Returns all cues for a sentence. Slow: tests compare {@link findCandidate} with it. */
export function everyCandidate(text: string): Candidate {
  index ??= createIndex();
  return { folded: foldSentence(text), cues: index.cues };
}

function createIndex(): CueIndex {
  const cues = CUE_TABLES.flatMap((table) => createTableReader(table).cues);
  const words = new Map<string, number[]>();
  const prefixes = new Map<string, [string, number][]>();
  const wordless: number[] = [];
  for (const [position, cue] of cues.entries()) {
    if (cue.words.length === 0) wordless.push(position);
    for (const word of cue.words) {
      if (word.endsWith('*')) {
        const prefix = word.slice(0, -1);
        addTo(prefixes, prefix.slice(0, MIN_PREFIX), [prefix, position]);
      } else addTo(words, word, position);
    }
  }
  return { cues, words, prefixes, wordless };
}

function addTo<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
