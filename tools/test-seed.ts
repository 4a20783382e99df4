import fc from 'fast-check';

/**
 * Property tests use the same examples each time, so that a commit always gives the same result. `TEST_SEED=random` uses others; a number
 * repeats a run.
 */
const { TEST_SEED = '22' } = process.env;
if (TEST_SEED !== 'random') fc.configureGlobal({ seed: Number(TEST_SEED) });
