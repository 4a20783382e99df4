import fc from 'fast-check';
import { expect, test } from 'vitest';
import { steps } from './world-steps.ts';
import { createWorld } from './world.ts';

test('for any steps: nothing lost or duplicated, pins unchanged, figures correct, one compression at a time', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(steps, async (commands) => {
      await fc.asyncModelRun(() => ({ model: {}, real: createWorld(seen) }), commands);
    }),
    { numRuns: 150 },
  );
  expect([...seen]).toEqual(
    expect.arrayContaining([
      'unchanged',
      'compressed',
      'overflow stages',
      'failed',
      'overflow',
      'given up',
    ]),
  );
}, 240_000);
