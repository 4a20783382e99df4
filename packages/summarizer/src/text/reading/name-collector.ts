import { CHARACTER_CLASSES, DIGIT, JOINER, LOWER, UPPER } from './character-classes.ts';

/** Rank weight of each kind of name. */
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
  /** Numbers of at least five digits. */
  number: 1,
  /** A capital explained by its position: a name only if it occurs again elsewhere. */
  doubtful: 0,
} as const;

export interface CollectedName {
  readonly text: string;
  weight: number;
  count: number;
}

const MAX_NAME_LENGTH = 100;
const MAX_RUN_WORDS = 4;
/** Maximum number of different names; later ones only count occurrences of known ones. */
const MAX_NAMES = 10_000;

export class NameCollector {
  readonly #text: string;
  readonly #names: CollectedName[] = [];
  readonly #byText = new Map<string, CollectedName>();
  #runStart = 0;
  #runEnd = -1;
  #runWords = 0;
  #isRunDoubtful = false;
  #isRunNamed = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** In order of first occurrence; a run of words when the next name starts. */
  get names(): readonly CollectedName[] {
    return this.#names;
  }

  add(start: number, end: number, weight: number): void {
    if (end - start > MAX_NAME_LENGTH) return;
    const text = this.#text.slice(start, end);
    const known = this.#byText.get(text);
    if (known !== undefined) {
      known.count++;
      if (weight > known.weight) known.weight = weight;
    } else if (this.#names.length < MAX_NAMES) {
      const name = { text, weight, count: 1 };
      this.#byText.set(text, name);
      this.#names.push(name);
    }
  }

  /**
   * Adds a capitalized word: consecutive ones form one name.
   *
   * @param isFirst whether it starts its sentence
   * @param isNamed whether the word was added by itself
   */
  addCapitalWord(start: number, end: number, isFirst: boolean, isNamed: boolean): void {
    if (this.#runWords > 0 && this.#runWords < MAX_RUN_WORDS && start === this.#runEnd + 1) {
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

  /** Returns whether a capital is explained by the start of a sentence, a quotation or a heading. */
  #followsPunctuation(start: number): boolean {
    const before = this.#text.charCodeAt(start - 1);
    if (before !== 0x20) return true;
    const unit = this.#text.charCodeAt(start - 2);
    // A full stop within a sentence ends an abbreviation: `Dr. Smith`.
    if (unit === 0x2e || unit === 0x2c || unit === 0x29 || unit >= 0x80) return false;
    return (CHARACTER_CLASSES[unit]! & (UPPER | LOWER | DIGIT)) === 0;
  }

  endSentence(): void {
    if (this.#runWords === 0) return;
    const isAcronym = !this.#hasSmallLetter();
    // Several words in capitals only are emphasis, not a name.
    if (!this.#isRunNamed && (!isAcronym || this.#runWords < 3)) {
      const weight = isAcronym ? NAME_WEIGHTS.acronym : NAME_WEIGHTS.properNoun;
      const isDoubtful = this.#isRunDoubtful && this.#runWords === 1 && !isAcronym;
      this.add(this.#runStart, this.#runEnd, isDoubtful ? NAME_WEIGHTS.doubtful : weight);
    }
    this.#runWords = 0;
  }

  #hasSmallLetter(): boolean {
    const end = Math.min(this.#runEnd, this.#runStart + MAX_NAME_LENGTH);
    for (let index = this.#runStart; index < end; index++)
      if ((CHARACTER_CLASSES[this.#text.charCodeAt(index)]! & LOWER) !== 0) return true;
    return false;
  }
}

/**
 * Returns names by rank; names of equal rank in order of occurrence.
 *
 * @param budget maximum length of all names together, in UTF-16 units
 */
export function rankedNames(
  names: readonly CollectedName[],
  limit: number,
  except: string,
  budget: number = Infinity,
): string[] {
  const listed: string[] = [];
  let left = budget;
  const ranks = names.map(rank);
  for (let wanted = MAX_RANK; wanted > 0 && listed.length < limit; wanted--)
    for (let index = 0; index < names.length; index++) {
      if (ranks[index] !== wanted) continue;
      const { text } = names[index]!;
      if (except.includes(text) || listed.some((other) => other.includes(text))) continue;
      const parts = listed.filter((other) => text.includes(other));
      if (parts.length === 0 && listed.length >= limit) continue;
      const cost = text.length - parts.reduce((sum, part) => sum + part.length, 0);
      if (cost > left) continue;
      left -= cost;
      if (parts.length === 0) listed.push(text);
      else {
        listed[listed.indexOf(parts[0]!)] = text;
        for (const part of parts.slice(1)) listed.splice(listed.indexOf(part), 1);
      }
    }
  return listed;
}

/** Maximum number of occurrences that count. */
const MAX_COUNT = 4;
const MAX_RANK: number = 2 * Math.max(...Object.values(NAME_WEIGHTS)) + MAX_COUNT;

/** Returns 0 for a word that is not a name. */
function rank({ weight, count }: CollectedName): number {
  return weight === NAME_WEIGHTS.doubtful && count === 1
    ? 0
    : 2 * weight + Math.min(count, MAX_COUNT);
}
