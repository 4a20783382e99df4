import { CUE_TABLES } from './cues/cue-tables.ts';
import { foldSentence } from './fold-sentence.ts';
import { requiredWords } from './required-words.ts';
import { tableReader, type Cue } from './table-reader.ts';
import { WordFinder } from './word-finder.ts';

/** A sentence that could bind: folded, with the cues that could match in it, those of a table together and in its order. */
export interface Candidate {
  readonly folded: string;
  readonly cues: readonly Cue[];
}

interface Finder {
  readonly words: WordFinder<number>;
  /** All cues, by their number. */
  readonly cues: readonly Cue[];
  /** Numbers of the cues of languages without blanks. */
  readonly wordless: readonly number[];
}

let finder: Finder | undefined;

/** The cues that a part of a text could hold, or nothing, as for most sentences, which are not even folded. */
export function findCandidate(text: string, start: number, end: number): Candidate | undefined {
  finder ??= createFinder();
  const { words, cues, wordless } = finder;
  const numbers = new Set<number>();
  const isClear = words.find(text, start, end, numbers);
  if (isClear && numbers.size === 0) return undefined;
  const folded = foldSentence(text.slice(start, end));
  if (!isClear) {
    numbers.clear();
    // Signs that are still unclear separate words for expressions as well.
    if (!words.find(folded, 0, folded.length, numbers))
      for (const number of wordless) numbers.add(number);
    if (numbers.size === 0) return undefined;
  }
  return {
    folded,
    cues: [...numbers].toSorted((one, other) => one - other).map((number) => cues[number]!),
  };
}

/** All cues of a sentence, without looking whether they could match: slow, and what {@link findCandidate} is measured against. */
export function everyCandidate(text: string): Candidate {
  finder ??= createFinder();
  return { folded: foldSentence(text), cues: finder.cues };
}

function createFinder(): Finder {
  const words = new WordFinder<number>();
  const cues: Cue[] = [];
  const wordless: number[] = [];
  for (const table of CUE_TABLES) {
    const joining = lastWords(`${table.joining ?? ''}|${table.leading ?? ''}`);
    for (const cue of tableReader(table).cues) {
      const number = cues.push(cue) - 1;
      if (!table.hasWords) {
        wordless.push(number);
        continue;
      }
      const required = requiredWords(cue.source);
      if (required === undefined)
        throw new RangeError(`No word announces the cue “${cue.source}”.`);
      for (const word of required)
        words.add(word, number, cue.group === 'imperatives' && word.isFirst ? joining : undefined);
    }
  }
  return { words, cues, wordless };
}

/** The last word of each alternative. */
function lastWords(source: string): ReadonlySet<string> {
  return new Set(source.split('|').map((words) => /\p{L}*(?=\P{L}*$)/u.exec(words)?.[0] ?? ''));
}
