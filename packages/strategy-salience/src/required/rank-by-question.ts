/** A word: letters of a script with blanks between words, and digits. */
const WORD = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}][\p{L}\p{N}]*/gu;
const DIGIT = /^\p{N}/u;
/** Words of questions that name nothing. */
const EMPTY = new Set(
  'the and for are was were been being have has had does did not but you your yours our ours they them their theirs his her hers its this that these those there here with from into about what who whom whose when where why how which will would shall should can could may might must say said says tell told talk talked think thought know knew get got give gave make made take took summarize summarise summary explain describe list discuss discussed discussion mention mentioned opinion any all some one two than then also more most very much many just like'.split(
    ' ',
  ),
);
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
  const asked = new Set(wordsOf(question));
  const shared: ReadonlySet<string>[] = [];
  const textsWith = new Map<string, number>();
  for (const text of texts) {
    const words = new Set(wordsOf(text).filter((word) => asked.has(word)));
    for (const word of words) textsWith.set(word, (textsWith.get(word) ?? 0) + 1);
    shared.push(words);
    yield;
  }
  const rarity = (word: string): number => Math.log(1 + texts.length / textsWith.get(word)!);
  const scores = shared.map((words) => [...words].reduce((sum, word) => sum + rarity(word), 0));
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

function wordsOf(text: string): string[] {
  return Array.from(text.matchAll(WORD), ([word]) => word.toLowerCase()).filter(
    (word) => (word.length > 2 || DIGIT.test(word)) && !EMPTY.has(word),
  );
}
