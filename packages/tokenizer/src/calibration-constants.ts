/**
 * Weight of a report above the current ratio: half of the difference at once, seven eighths after three requests. An underestimate ends in
 * a rejected request, so the ratio follows it quickly.
 */
export const WEIGHT_UP = 0.5;

/**
 * Weight of a report below the current ratio: nine tenths of the difference after 22 requests. An overestimate costs a few tokens, and a
 * few small reports must not undo what a large one showed.
 */
export const WEIGHT_DOWN = 0.1;

/** No tokenizer needs less than half of a reasonable estimate; a report that does leaves out cached tokens. */
export const LOWEST_RATIO = 0.5;

/** Four characters per token is the usual estimate, one token per character the worst case of any script. */
export const HIGHEST_RATIO = 4;

/** For smaller requests, what the provider adds to every request outweighs the text. */
export const LEAST_TOKENS = 100;
