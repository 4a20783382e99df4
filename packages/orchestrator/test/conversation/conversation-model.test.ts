import fc from 'fast-check';
import { expect, test } from 'vitest';
import { steps } from './commands.ts';
import { beginning, type Real } from './model.ts';

test('for any sequence of steps: no entry is lost or duplicated, the order holds, the version increases', () => {
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
