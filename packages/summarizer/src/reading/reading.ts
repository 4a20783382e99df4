import { OPTIMAL_LENGTH, SHORT_LENGTH, WEIGHTS } from '../weights.ts';
import type { Filler } from '../words/fillers.ts';
import { NAME_WEIGHTS, type NameCollector } from './name-collector.ts';
import type { TopicWords } from './topic-words.ts';

/** State of reading a text, and the facts of the current sentence. */
export class Reading {
  readonly text: string;
  /** UTF-16 units of the text, followed by zeros. */
  readonly units: Uint16Array;
  readonly names: NameCollector | undefined;
  readonly topics: TopicWords | undefined;
  start = 0;
  end = 0;
  points = 0;
  words = 0;
  /** Number of wide characters. */
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
  #hasEmphasis = false;

  constructor(text: string, units: Uint16Array, names?: NameCollector, topics?: TopicWords) {
    this.text = text;
    this.units = units;
    this.names = names;
    this.topics = topics;
  }

  get hasEmphasis(): boolean {
    return this.#hasEmphasis;
  }

  /** Starts the next sentence, in text order. */
  startSentence(start: number, end: number): void {
    this.start = start;
    this.end = end;
    this.points = 0;
    this.words = 0;
    this.wide = 0;
    this.filler = 'none';
    this.holdsContent = false;
    this.numberEnd = -1;
    this.#hasEmphasis = false;
  }

  emphasize(): void {
    if (!this.#hasEmphasis) this.points += WEIGHTS.emphasis;
    this.#hasEmphasis = true;
  }

  /** Records that the last number has a unit, which ends at `end`. */
  addCount(end: number): void {
    this.points += WEIGHTS.numberWithUnit;
    this.names?.add(this.numberStart, end, NAME_WEIGHTS.numberWithUnit);
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
