import { CHARACTER_CLASSES, JOINER, LOWER } from './character-classes.ts';

/** What a kind of name is worth in the ranking. */
export const NAME_WEIGHTS = {
  identifier: 3,
  path: 3,
  properNoun: 3,
  acronym: 2,
  abbreviation: 2,
  numberWithUnit: 2,
  /** Versions and dates. */
  version: 2,
  quoted: 2,
  latinWord: 2,
  katakana: 1,
  /** Numbers of five digits and more. */
  number: 1,
  /** A capital that the place explains: a name only if it comes again elsewhere. */
  doubtful: 0,
} as const;

export interface CollectedName {
  readonly text: string;
  weight: number;
  count: number;
}

/** Longest name, in UTF-16 units: what is longer names nothing. */
const LONGEST = 100;
/** Longest run of capital words, in words. */
const LONGEST_RUN = 4;
/** Different names of one text that are remembered; later ones only count if they are known. */
const MOST_NAMES = 10_000;

/** Collects the names of a text while its sentences are read. */
export class NameCollector {
  readonly #text: string;
  readonly #names: CollectedName[] = [];
  #byText: Map<string, CollectedName> | undefined;
  #runStart = 0;
  #runEnd = -1;
  #runWords = 0;
  #isRunDoubtful = false;
  #isRunNamed = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** As they were found first; runs of words when the next name came. */
  get names(): readonly CollectedName[] {
    return this.#names;
  }

  add(start: number, end: number, weight: number): void {
    if (end - start > LONGEST) return;
    const text = this.#text.slice(start, end);
    this.#byText ??= new Map();
    const known = this.#byText.get(text);
    if (known !== undefined) {
      known.count++;
      if (weight > known.weight) known.weight = weight;
    } else if (this.#names.length < MOST_NAMES) {
      const name = { text, weight, count: 1 };
      this.#byText.set(text, name);
      this.#names.push(name);
    }
  }

  /**
   * A word with a capital: capital words in a row are one name.
   *
   * @param isFirst of its sentence
   * @param isNamed whether the word was added by itself
   */
  addCapitalWord(start: number, end: number, isFirst: boolean, isNamed: boolean): void {
    if (this.#runWords > 0 && this.#runWords < LONGEST_RUN && start === this.#runEnd + 1) {
      const between = this.#text.charCodeAt(this.#runEnd);
      if (between === 0x20 || (CHARACTER_CLASSES[between]! & JOINER) !== 0) {
        this.#runEnd = end;
        this.#runWords++;
        this.#isRunNamed = false;
        return;
      }
    }
    this.endSentence();
    if (end - start < 2) return;
    this.#runStart = start;
    this.#runEnd = end;
    this.#runWords = 1;
    this.#isRunNamed = isNamed;
    this.#isRunDoubtful = isFirst || this.#followsPunctuation(start);
  }

  /** A capital at the start of a sentence, a quotation or a heading says little. */
  #followsPunctuation(start: number): boolean {
    const before = this.#text.charCodeAt(start - 1);
    if (before !== 0x20) return true;
    const unit = this.#text.charCodeAt(start - 2);
    // A full stop within a sentence ends an abbreviation: `Dr. Smith`.
    return !(unit === 0x2e || unit === 0x2c || unit >= 0x80 || isAsciiWord(unit) || unit === 0x29);
  }

  endSentence(): void {
    if (this.#runWords === 0) return;
    const isAcronym = !this.#hasSmallLetter();
    // Several words without a small letter are a raised voice.
    if (!this.#isRunNamed && (!isAcronym || this.#runWords < 3)) {
      const weight = isAcronym ? NAME_WEIGHTS.acronym : NAME_WEIGHTS.properNoun;
      const isDoubtful = this.#isRunDoubtful && this.#runWords === 1 && !isAcronym;
      this.add(this.#runStart, this.#runEnd, isDoubtful ? NAME_WEIGHTS.doubtful : weight);
    }
    this.#runWords = 0;
  }

  #hasSmallLetter(): boolean {
    const end = Math.min(this.#runEnd, this.#runStart + LONGEST);
    for (let index = this.#runStart; index < end; index++)
      if ((CHARACTER_CLASSES[this.#text.charCodeAt(index)]! & LOWER) !== 0) return true;
    return false;
  }
}

function isAsciiWord(unit: number): boolean {
  return (
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x30 && unit <= 0x39)
  );
}
