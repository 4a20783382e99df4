import type { RequiredWord, Word } from './required-words.ts';

const OTHERS = 0x530;
/** Folding may make other letters of them, or join what they separate. */
const UNCLEAR = 1;
/** Letters of the languages that have words here, by UTF-16 unit: the small one, or nothing where it separates words. */
const SMALL_LETTERS: Uint16Array = /* @__PURE__ */ smallLetters();

const IS_WHOLE = 1;
const IS_BEGINNING = 2;
const SLOTS = 1 << 15;

/** A word in a text, and those beside it, read when they are asked for. */
class Place {
  private readonly text: string;
  private readonly first: number;
  private readonly last: number;
  private readonly start: number;
  private readonly end: number;
  #next: string | undefined;
  #previous: string | undefined;

  constructor(text: string, first: number, last: number, start: number, end: number) {
    this.text = text;
    this.first = first;
    this.last = last;
    this.start = start;
    this.end = end;
  }

  word(): string {
    return this.text.slice(this.start, this.end).toLowerCase();
  }

  next(): string {
    if (this.#next === undefined) {
      let start = this.end;
      while (start < this.last && !isLetter(this.text.charCodeAt(start))) start++;
      let end = start;
      while (end < this.last && isLetter(this.text.charCodeAt(end))) end++;
      this.#next = this.text.slice(start, end).toLowerCase();
    }
    return this.#next;
  }

  previous(): string {
    if (this.#previous === undefined) {
      let end = this.start;
      while (end > this.first && !isLetter(this.text.charCodeAt(end - 1))) end--;
      let start = end;
      while (start > this.first && isLetter(this.text.charCodeAt(start - 1))) start--;
      this.#previous = this.text.slice(start, end).toLowerCase();
    }
    return this.#previous;
  }

  /** Whether a sign or nothing is in front of it, or one of these words. */
  beginsClause(joining: ReadonlySet<string>): boolean {
    let index = this.start - 1;
    while (index >= this.first && this.text.charCodeAt(index) === 0x20) index--;
    if (index < this.first || !isLetter(this.text.charCodeAt(index))) return true;
    return joining.has(this.previous());
  }
}

interface Entry<Value> {
  readonly value: Value;
  readonly required: RequiredWord;
  /** Words that may stand in front of it without a sign between, if it has to begin a clause. */
  readonly joining: ReadonlySet<string> | undefined;
}

/** Finds which of many words a text holds, in one pass, by the hash of what has been read of a word. */
export class WordFinder<Value> {
  readonly #marks = new Uint8Array(SLOTS);
  readonly #wholes = new Map<string, Entry<Value>[]>();
  readonly #beginnings = new Map<string, Entry<Value>[]>();

  /** Finds the value where the word stands. The word is in small letters of Latin or Cyrillic script. */
  add(required: RequiredWord, value: Value, joining?: ReadonlySet<string>): void {
    const { word, isWhole } = required;
    const entries = isWhole ? this.#wholes : this.#beginnings;
    const entry = { value, required, joining };
    const others = entries.get(word);
    if (others !== undefined) {
      others.push(entry);
      return;
    }
    entries.set(word, [entry]);
    let hash = 0;
    for (let index = 0; index < word.length; index++) {
      const unit = word.charCodeAt(index);
      if (SMALL_LETTERS[unit] !== unit)
        throw new RangeError(`No word can be found that has “${word[index]}”.`);
      hash = nextHash(hash, unit);
    }
    this.#marks[slotOf(hash)]! |= isWhole ? IS_WHOLE : IS_BEGINNING;
  }

  /**
   * Adds the values of the words that are found, capitals or not. Answers whether all of the text could be read: not where it has
   * characters that may become other words when it is folded.
   */
  find(text: string, start: number, end: number, found: Set<Value>): boolean {
    const marks = this.#marks;
    let isClear = true;
    let hash = 0;
    let from = start;
    for (let index = start; index <= end; index++) {
      const letter = index === end ? 0 : smallLetter(text.charCodeAt(index));
      if (letter > UNCLEAR) {
        hash = nextHash(hash, letter);
        if ((marks[slotOf(hash)]! & IS_BEGINNING) !== 0)
          addFitting(this.#beginnings, new Place(text, start, end, from, index + 1), found);
        continue;
      }
      if (letter === UNCLEAR) isClear = false;
      if (from < index && (marks[slotOf(hash)]! & IS_WHOLE) !== 0)
        addFitting(this.#wholes, new Place(text, start, end, from, index), found);
      hash = 0;
      from = index + 1;
    }
    return isClear;
  }
}

function addFitting<Value>(
  words: ReadonlyMap<string, readonly Entry<Value>[]>,
  place: Place,
  found: Set<Value>,
): void {
  const entries = words.get(place.word());
  if (entries === undefined) return;
  for (const { value, required, joining } of entries) {
    if (required.next !== undefined && !isOneOf(required.next, place.next())) continue;
    if (required.previous !== undefined && !isOneOf(required.previous, place.previous())) continue;
    if (joining !== undefined && !place.beginsClause(joining)) continue;
    found.add(value);
  }
}

function isOneOf(words: readonly Word[], found: string): boolean {
  for (const { word, isWhole } of words)
    if (isWhole ? found === word : found.startsWith(word)) return true;
  return false;
}

function nextHash(hash: number, letter: number): number {
  return (Math.imul(hash, 31) + letter) | 0;
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 15)) & (SLOTS - 1);
}

function isLetter(unit: number): boolean {
  return smallLetter(unit) > UNCLEAR;
}

/** Punctuation separates. */
function smallLetter(unit: number): number {
  if (unit < OTHERS) return SMALL_LETTERS[unit]!;
  return unit >= 0x2010 && unit <= 0x203a ? 0 : UNCLEAR;
}

function smallLetters(): Uint16Array {
  const letters = new Uint16Array(OTHERS);
  for (const [first, last] of [
    [0x41, 0x5a],
    [0x61, 0x7a],
    [0xc0, 0x17f],
    [0x400, 0x481],
    [0x48a, 0x52f],
  ] as const) {
    for (let unit = first; unit <= last; unit++) {
      const character = String.fromCharCode(unit);
      const small = character.toLowerCase();
      if (small.length > 1) letters[unit] = UNCLEAR;
      else if (small !== small.toUpperCase()) letters[unit] = small.charCodeAt(0);
    }
  }
  // Emphasis may stand in a word, and marks behind a letter are one with it.
  for (const sign of '*_') letters[sign.charCodeAt(0)] = UNCLEAR;
  letters.fill(UNCLEAR, 0x180, 0x400);
  letters.fill(UNCLEAR, 0x482, 0x48a);
  return letters;
}
