/** A word: letters of a script with blanks between words, and digits. */
const WORD = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}][\p{L}\p{N}]*/gu;
const DIGIT = /^\p{N}/u;
const ENDING = /(?:ing|ed|ies|es|s|y|e)$/;
/** Words of questions that name nothing. */
const EMPTY = new Set(
  'the and for are was were been being have has had does did not but you your yours our ours they them their theirs his her hers its this that these those there here with from into about what who whom whose when where why how which will would shall should can could may might must say said says tell told talk talked think thought know knew get got give gave make made take took summarize summarise summary explain describe list discuss discussed discussion mention mentioned opinion any all some one two than then also more most very much many just like'.split(
    ' ',
  ),
);
/** Saturation of frequency, and strength of the normalization by length: the usual values of BM25. */
const K1 = 1.2;
const B = 0.75;
/** Share of the texts up to which a word is rare enough to lead to a text alone, and the number that is rare in any case. */
const RARE_SHARE = 0.02;
const RARE_COUNT = 3;
/** What a text adds to the scores of those up to two texts away: the answer to a question stands next to it, without its words. */
const NEAR = [1, 0.5, 0.25];
/** Maximum length of a question, in characters: a longer text describes a task. */
const MAX_QUESTION_LENGTH = 300;
const ASKS =
  /[?？]|^\W*(?:what|who|whose|when|where|why|how|which|summari[sz]e|explain|describe|tell|remind|list|find|show)\b/iu;

/** Returns whether a text asks for something that was said or done. */
export function asksForContent(text: string): boolean {
  return text.length <= MAX_QUESTION_LENGTH && ASKS.test(text);
}

/**
 * Returns the indices of the texts that answer a question most likely: those with the most and the rarest of its words, and those next to
 * them, best first, and of equal ones the newest first. Linear in the texts. Yields between texts.
 *
 * @param texts oldest first
 */
export function* rankByQuestion(
  question: string,
  texts: readonly string[],
): Generator<void, number[]> {
  const asked = new Set(stemsOf(question));
  const counts: ReadonlyMap<string, number>[] = [];
  const lengths: number[] = [];
  const textsWith = new Map<string, number>();
  let whole = 0;
  for (const text of texts) {
    const own = new Map<string, number>();
    let length = 0;
    for (const stem of stemsOf(text)) {
      length += 1;
      if (asked.has(stem)) own.set(stem, (own.get(stem) ?? 0) + 1);
    }
    for (const stem of own.keys()) textsWith.set(stem, (textsWith.get(stem) ?? 0) + 1);
    counts.push(own);
    lengths.push(length);
    whole += length;
    yield;
  }
  const mean = whole / Math.max(1, texts.length);
  const isRare = (stem: string): boolean =>
    textsWith.get(stem)! <= Math.max(RARE_COUNT, RARE_SHARE * texts.length);
  const scores = counts.map((own, at) => {
    if (own.size < 2 && ![...own.keys()].some(isRare)) return 0;
    let score = 0;
    for (const [stem, count] of own) {
      const found = textsWith.get(stem)!;
      const rarity = Math.log(1 + (texts.length - found + 0.5) / (found + 0.5));
      score += (rarity * count * (K1 + 1)) / (count + K1 * (1 - B + (B * lengths[at]!) / mean));
    }
    return score;
  });
  const around = scores.map((_, at) =>
    NEAR.reduce((sum, weight, away) => {
      const other = away === 0 ? 0 : (scores[at - away] ?? 0);
      return sum + weight * (other + (scores[at + away] ?? 0));
    }, 0),
  );
  return [...around.keys()]
    .filter((at) => around[at]! > 0)
    .toSorted((one, other) => around[other]! - around[one]! || other - one);
}

function* stemsOf(text: string): Generator<string> {
  for (const [word] of text.matchAll(WORD)) {
    const lower = word.toLowerCase();
    if ((lower.length > 2 || DIGIT.test(lower)) && !EMPTY.has(lower))
      yield lower.length > 4 ? lower.replace(ENDING, '') : lower;
  }
}
