import { OPTIMAL_LENGTH, SHORT_LENGTH, WEIGHTS } from '../weights.ts';
import type { Filler } from '../words/fillers.ts';
import { NAME_WEIGHTS, type NameCollector } from './name-collector.ts';
import type { TopicWords } from './topic-words.ts';

/** A text while its sentences are read, and what the sentence at hand has shown so far. */
export class Reading {
  readonly text: string;
  /** Of the text, and zeros behind them. */
  readonly units: Uint16Array;
  readonly names: NameCollector | undefined;
  readonly topics: TopicWords | undefined;
  start = 0;
  end = 0;
  points = 0;
  words = 0;
  /** Wide characters. */
  wide = 0;
  filler: Filler = 'none';
  /** Whether there is something beyond the opening that a reader may need. */
  holdsContent = false;
  /** The number that a unit may follow; -1 for none. */
  numberStart = 0;
  numberEnd = -1;
  /** Up to where words are known to hang together, or not, as a path does. */
  chainEnd = 0;
  /** Where the quotation read last is closed. */
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

  /** Sentences come in their order. */
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

  /** The number read last has a unit, which ends at `end`. */
  addCount(end: number): void {
    this.points += WEIGHTS.numberWithUnit;
    this.names?.add(this.numberStart, end, NAME_WEIGHTS.numberWithUnit);
    this.numberEnd = -1;
  }

  /** UTF-16 units of the sentence, where a wide character counts twice. */
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
