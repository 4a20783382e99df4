import { NAME_WEIGHTS, NameCollector } from './name-collector.ts';
import { TopicWords } from './topic-words.ts';
import type { Filler } from '../words/phrases.ts';

/** Score of each feature of a sentence (seed compression-pipeline, §4). */
export const WEIGHTS = {
  /** Per `maxRetries`. */
  camelCase: 3,
  /** Per `WebSocket`. */
  pascalCase: 3,
  /** Per `max_retries`. */
  snakeCase: 3,
  /** Once, if a phrase such as `must` or `however` occurs. */
  emphasis: 4,
  /** Per `10 seconds`. */
  numberWithUnit: 2,
  /** Per word of at least three consonants without a vowel: `npm`. */
  abbreviation: 2,
  /** Per `PASS`, `FAIL`, `ERROR`, `WARNING`, `WARN`. */
  status: 3,
  /** Per `src/server.ts:42:`. */
  grepReference: 2,
  /** Once, for a length within `OPTIMAL_LENGTH`. */
  optimalLength: 2,
  /** Once, if the sentence opens with a phrase such as `thanks`. */
  filler: -10,
} as const;

/** Width of a readable sentence: UTF-16 units, with wide characters (Han, kana, Hangul, fullwidth) counted twice. */
const OPTIMAL_LENGTH = { min: 40, max: 120 };

/** Below this width, a sentence that opens with a phrase such as `no` or `so` may have no other content. */
const SHORT_LENGTH = 20;

/** State of reading a text, and the facts of the current sentence. */
export class Reading {
  readonly text: string;
  /** UTF-16 units of the text, followed by zeros. */
  readonly units: Uint16Array;
  readonly names: NameCollector;
  readonly topics: TopicWords = new TopicWords();
  start = 0;
  end = 0;
  points = 0;
  words = 0;
  wide = 0;
  filler: Filler = 'none';
  /** Whether the sentence has content after its opening phrase. */
  holdsContent = false;
  /** Start of the number that a unit may follow; -1 for none. */
  numberStart = 0;
  numberEnd = -1;
  /** Position up to which a chain of words was read. */
  chainEnd = 0;
  /** End of the last quoted term. */
  quoteEnd = -1;
  hasEmphasis = false;

  constructor(text: string, units: Uint16Array) {
    this.text = text;
    this.units = units;
    this.names = new NameCollector(text);
  }

  startSentence(start: number, end: number): void {
    this.start = start;
    this.end = end;
    this.points = 0;
    this.words = 0;
    this.wide = 0;
    this.filler = 'none';
    this.holdsContent = false;
    this.numberEnd = -1;
    this.hasEmphasis = false;
  }

  emphasize(): void {
    if (!this.hasEmphasis) this.points += WEIGHTS.emphasis;
    this.hasEmphasis = true;
  }

  /** Records that the last number has a unit, which ends at `end`. */
  addCount(end: number): void {
    this.points += WEIGHTS.numberWithUnit;
    this.names.add(this.numberStart, end, NAME_WEIGHTS.numberWithUnit);
    this.numberEnd = -1;
  }

  /** Width of the sentence in UTF-16 units, with wide characters counted twice. */
  get columns(): number {
    return this.end - this.start + this.wide;
  }

  get score(): number {
    const { columns } = this;
    const isOptimal = columns >= OPTIMAL_LENGTH.min && columns <= OPTIMAL_LENGTH.max;
    return (
      this.points +
      (isOptimal ? WEIGHTS.optimalLength : 0) +
      (this.#isFiller() ? WEIGHTS.filler : 0)
    );
  }

  #isFiller(): boolean {
    if (this.filler !== 'soft') return this.filler === 'hard';
    return this.columns < SHORT_LENGTH && this.points === 0 && !this.holdsContent;
  }
}
