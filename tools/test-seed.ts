import fc from 'fast-check';

/**
 * Property tests try the same examples each time, so that the same commit always gives the same answer. `TEST_SEED=random` tries others; a
 * number repeats a run.
 */
const { TEST_SEED = '22' } = process.env;
if (TEST_SEED !== 'random') fc.configureGlobal({ seed: Number(TEST_SEED) });
