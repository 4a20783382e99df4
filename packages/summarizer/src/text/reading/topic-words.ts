/** Hash slots for words, a power of two. Words with equal slots count as one: precise enough to break ties. */
const SLOTS = 4096;
/** Maximum contribution of one word to a sentence's share. */
const MAX_PER_WORD = 3;
/** Texts with up to this many words share a buffer. */
const KEPT_WORDS = 65_536;

// Shared by all texts: clearing a table per text would cost more than reading it. Entries of earlier texts have smaller sentence numbers.
let sentence = 0;
const LAST_SENTENCE = 2 ** 30;
/** Per slot: the last sentence with the word. */
const lastSentence = /* @__PURE__ */ new Int32Array(SLOTS);
/** Per slot: number of sentences of the current text with the word. */
const sentenceCount = /* @__PURE__ */ new Int32Array(SLOTS);
let kept = /* @__PURE__ */ new Uint16Array(1024);

/** Finds the topics of a text: words that occur in several sentences. One text at a time. */
export class TopicWords {
  #words = kept;
  #length = 0;
  readonly #sentenceEnds: number[] = [];

  /**
   * Adds a word of the current sentence.
   *
   * @param count 1, or 0 for a stop word
   */
  add(hash: number, count: number): void {
    if (this.#length === this.#words.length) this.#widen();
    this.#words[this.#length] = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    this.#length += count;
  }

  endSentence(): void {
    this.#sentenceEnds.push(this.#length);
  }

  /** Returns the number of shared words per sentence. Call it before the next text is read. */
  shares(): number[] {
    const words = this.#words;
    if (sentence > LAST_SENTENCE) {
      lastSentence.fill(0);
      sentence = 0;
    }
    const first = sentence + 1;
    let word = 0;
    for (const end of this.#sentenceEnds) {
      sentence++;
      for (; word < end; word++) {
        const slot = words[word]!;
        const last = lastSentence[slot]!;
        if (last < first) sentenceCount[slot] = 1;
        else if (last < sentence) sentenceCount[slot]!++;
        lastSentence[slot] = sentence;
      }
    }
    word = 0;
    return this.#sentenceEnds.map((end) => {
      let share = 0;
      sentence++;
      for (; word < end; word++) {
        const slot = words[word]!;
        if (lastSentence[slot] === sentence) continue;
        lastSentence[slot] = sentence;
        share += Math.min(sentenceCount[slot]! - 1, MAX_PER_WORD);
      }
      return share;
    });
  }

  #widen(): void {
    const wider = new Uint16Array(2 * this.#words.length);
    wider.set(this.#words);
    this.#words = wider;
    if (wider.length <= KEPT_WORDS) kept = wider;
  }
}
