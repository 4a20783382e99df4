/** What the marks of a sentence are worth (seed compression-pipeline, §4). */
export const WEIGHTS = {
  /** Each `maxRetries`. */
  camelCase: 3,
  /** Each `WebSocket`. */
  pascalCase: 3,
  /** Each `max_retries`. */
  snakeCase: 3,
  /** Once, if a phrase such as `must` or `however` occurs. */
  emphasis: 4,
  /** Each `10 seconds`. */
  numberWithUnit: 2,
  /** Each word of three and more consonants and no vowel: `npm`. */
  abbreviation: 2,
  /** Each `PASS`, `FAIL`, `ERROR`, `WARNING`, `WARN`. */
  status: 3,
  /** Each `src/server.ts:42:`. */
  grepReference: 2,
  /** Once, for a length within `OPTIMAL_LENGTH`. */
  optimalLength: 2,
  /** Once, if the sentence opens with a phrase such as `thanks`. */
  filler: -10,
} as const;

/** Columns of a sentence that reads well: UTF-16 units, where a wide character (Han, kana, Hangul, fullwidth) counts twice. */
export const OPTIMAL_LENGTH: Readonly<Record<'min' | 'max', number>> = { min: 40, max: 120 };

/** Columns below which a sentence that opens with a phrase such as `no` or `so` may hold nothing else. */
export const SHORT_LENGTH = 20;
