import fc from 'fast-check';
import { expect, test } from 'vitest';
import { steps } from './commands.ts';
import { beginning, type Real } from './model.ts';

test('whatever is done in whatever order: no entry lost, none twice, order kept, versions rise', () => {
  const outcomes: Real['outcomes'] = new Set();
  fc.assert(
    fc.property(steps, (commands) => {
      fc.modelRun(() => beginning(outcomes), commands);
    }),
    { numRuns: 150 },
  );
  expect(outcomes).toEqual(
    new Set([undefined, 'STALE_SNAPSHOT', 'FOREIGN_SNAPSHOT', 'BROKEN_HISTORY']),
  );
});
