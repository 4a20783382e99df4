/** A name in camelCase, PascalCase or snake_case. */
const IDENTIFIER =
  /\b(?:[a-z][a-z0-9]*[A-Z][A-Za-z0-9]*|[A-Z]+[a-z][a-z0-9]*[A-Z][A-Za-z0-9]*|[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+)\b/g;

/** Features of a sentence with their weights: each occurrence counts. Only the order of the scores matters. */
const FEATURES: readonly (readonly [weight: number, pattern: RegExp])[] = [
  [3, IDENTIFIER],
  // Words of three or more consonants and no vowel, such as `npm`, outside paths
  [2, /(?<![\w/.\\-])[b-df-hj-np-tv-xzB-DF-HJ-NP-TV-XZ]{3,}(?![\w/\\]|\.\w)/g],
  [3, /\b(?:PASS|FAIL|ERROR|WARNING|WARN)\b|\bfail(?:s|ed|ing|ures?)\b|[a-z]Error\b/g],
  // A grep reference: `src/server.ts:42:`
  [2, /[\w/\\-]\.[A-Za-z]\w{0,9}:\d+:/g],
];

export const NUMBER_WITH_UNIT: RegExp =
  /(?<![\w.,-])(?:[$€£¥]\d[\d.,]*\d?|\d[\d.,]*(?:[ -]?(?:[µm]?s|[kmgtKMGT]i?[bB]|[kMG]?Hz|sec(?:ond)?s?|min(?:ute)?s?|hours?|days?|weeks?|months?|years?|bytes?|bits?|percent|px|[kcm]?m|kg|rps|qps|fps|times|retries|attempts|workers|threads|nodes|connections|requests|queries|users|customers|tokens|messages|records|rows|items|errors|failures|warnings|tests|files|lines|words|dollars|euros?|usd|eur)(?![\p{L}\p{N}])| ?[%‰℃°秒分个個次天年月]))/gu;

/** English openings without content. */
const FILLER =
  /^\W*(?:great|sure|ok(?:ay)?|thanks?(?: you)?|got it|of course|certainly|absolutely|definitely|sounds good|good (?:question|idea)|perfect|awesome|excellent|wonderful|fantastic|nice|cool|alright|understood|no problem|no worries|you're welcome|happy to help|glad to help|(?:now )?let me|i see|i understand|sorry|hmm)(?![\w'-])/i;

/** English words of emphasis. */
const EMPHASIS =
  /\b(?:importantly|important|however|critical|crucial|essential|must|never|required|mandatory|note that|key point|in particular|in conclusion|above all|specifically|do not|don['’]t|root cause)\b/i;

/** Lengths of a sentence that says one thing completely, in UTF-16 units. */
const MIN_GOOD_LENGTH = 40;
const MAX_GOOD_LENGTH = 120;

/** Returns the score of a sentence by its content; below 0 for a filler. */
export function scoreSentence(sentence: string): number {
  let score = 0;
  for (const [weight, pattern] of FEATURES)
    score += weight * (sentence.match(pattern)?.length ?? 0);
  score += 2 * (sentence.match(NUMBER_WITH_UNIT)?.length ?? 0);
  if (EMPHASIS.test(sentence)) score += 4;
  if (sentence.length >= MIN_GOOD_LENGTH && sentence.length <= MAX_GOOD_LENGTH) score += 2;
  return FILLER.test(sentence) ? score - 10 : score;
}

/** Returns whether a word is in camelCase, PascalCase or snake_case. */
export function isIdentifier(word: string): boolean {
  return word.match(IDENTIFIER)?.[0] === word;
}
