/** Score of each feature of a sentence (seed compression-pipeline, §4). */
export const WEIGHTS = {
  /** Per `maxRetries`. */
  camelCase: 3,
  /** Per `WebSocket`. */
  pascalCase: 3,
  /** Per `max_retries`. */
  snakeCase: 3,
  /** Once, if a phrase such as `must` or `however` occurs. */
  emphasis: 4,
  /** Per `10 seconds`. */
  numberWithUnit: 2,
  /** Per word of at least three consonants without a vowel: `npm`. */
  abbreviation: 2,
  /** Per `PASS`, `FAIL`, `ERROR`, `WARNING`, `WARN`. */
  status: 3,
  /** Per `src/server.ts:42:`. */
  grepReference: 2,
  /** Once, for a length within `OPTIMAL_LENGTH`. */
  optimalLength: 2,
  /** Once, if the sentence opens with a phrase such as `thanks`. */
  filler: -10,
} as const;

/** Width of a readable sentence: UTF-16 units, with wide characters (Han, kana, Hangul, fullwidth) counted twice. */
export const OPTIMAL_LENGTH: Readonly<Record<'min' | 'max', number>> = { min: 40, max: 120 };

/** Below this width, a sentence that opens with a phrase such as `no` or `so` may have no other content. */
export const SHORT_LENGTH = 20;
