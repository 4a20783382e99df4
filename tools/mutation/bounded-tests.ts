import fc from 'fast-check';
import { beforeEach } from 'vitest';

/**
 * The same examples for every mutant, and at most a tenth of a second of them: a mutant that
 * survives runs every test that reaches it.
 */
fc.configureGlobal({
  seed: 1,
  interruptAfterTimeLimit: 100,
  markInterruptAsFailure: false,
});

/** Two thousand or more of something, in a test's name. */
const THOUSANDS = /(?<![\d.])(?:[2-9]|\d{2,}),?\d{3}/;

/** Counting every step of a million lines takes minutes; what only such a test notices is left a survivor. */
beforeEach(({ task, skip }) => skip(THOUSANDS.test(task.name)));
