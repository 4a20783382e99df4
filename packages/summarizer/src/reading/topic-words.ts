/** Slots for words, a power of two. Words that share one count as one: good enough to tell sentences of equal score apart. */
const SLOTS = 4096;
/** What a single word can add to the share of a sentence. */
const MOST_PER_WORD = 3;
/** Words of texts up to this many share their memory. */
const KEPT_WORDS = 65_536;

// Memory that all texts share: clearing a table per text would cost more than reading the text. What earlier texts left there is told by
// its smaller numbers of sentences.
let sentence = 0;
const LAST_SENTENCE = 2 ** 30;
/** By slot: the last sentence with the word. */
const lastSentence = /* @__PURE__ */ new Int32Array(SLOTS);
/** By slot: how many sentences of the text of that sentence have the word. */
const sentenceCount = /* @__PURE__ */ new Int32Array(SLOTS);
let kept = /* @__PURE__ */ new Uint16Array(1024);

/** Finds what a text is about: words that come again in several of its sentences. One text at a time. */
export class TopicWords {
  #words = kept;
  #length = 0;
  readonly #sentenceEnds: number[] = [];

  /**
   * A word of the sentence that is being read.
   *
   * @param count 1, or 0 for one that says nothing
   */
  add(hash: number, count: number): void {
    if (this.#length === this.#words.length) this.#widen();
    this.#words[this.#length] = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    this.#length += count;
  }

  endSentence(): void {
    this.#sentenceEnds.push(this.#length);
  }

  /** How much each sentence shares with the others, in their order; to be asked before the next text is read. */
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
        share += Math.min(sentenceCount[slot]! - 1, MOST_PER_WORD);
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
