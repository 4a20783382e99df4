import fc from 'fast-check';
import { expect, test } from 'vitest';
import { steps } from './world-steps.ts';
import { createWorld } from './world.ts';

test('whatever happens in whatever order: nothing lost, nothing twice, pinned entries as they were, one compression at a time, figures true', async () => {
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
      'truncated',
      'failed',
      'overflow',
      'given up',
    ]),
  );
}, 240_000);

test('who lived through all of it answers as one does who was read from JSON just before', async () => {
  const seen = new Set<string>();
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (commands) => {
      const real = createWorld(seen);
      real.onTwin = () => {
        compared += 1;
      };
      await fc.asyncModelRun(() => ({ model: {}, real }), commands);
    }),
    { numRuns: 120 },
  );
  expect(compared).toBeGreaterThan(80);
}, 240_000);
