import fc from 'fast-check';
import { beforeEach } from 'vitest';

/** Uses the same examples for every mutant, for at most 100 ms per property: a mutant that survives runs every test that reaches it. */
fc.configureGlobal({
  seed: 1,
  interruptAfterTimeLimit: 100,
  markInterruptAsFailure: false,
});

/** Matches a number of at least 2,000 in the name of a test. */
const THOUSANDS = /(?<![\d.])(?:[2-9]|\d{2,}),?\d{3}/;

/** Skips such tests: in code that counts every step they take minutes. A mutant that only they detect survives. */
beforeEach(({ task, skip }) => skip(THOUSANDS.test(task.name)));
