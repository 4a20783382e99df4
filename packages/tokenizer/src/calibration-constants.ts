/**
 * How far an estimate that came out too small moves the ratio: half the way at once, seven eighths after three requests. An underestimate
 * ends in a request that is refused, so it is believed soon.
 */
export const WEIGHT_UP = 0.5;

/**
 * How far one that came out too large moves it: nine tenths of the way take 22 requests. An overestimate costs a little room; a few small
 * reports in a row must not undo what a large one taught.
 */
export const WEIGHT_DOWN = 0.1;

/** No tokenizer needs less than half of what a sane estimator says; a report that does leaves out what came from a cache. */
export const LOWEST_RATIO = 0.5;

/** Four characters a token is the common guess, and scripts that need a token for each character the worst case. */
export const HIGHEST_RATIO = 4;

/** Below this, what a provider adds to every request weighs more than the text. */
export const LEAST_TOKENS = 100;
