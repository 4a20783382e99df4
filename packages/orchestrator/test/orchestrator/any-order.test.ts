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
    { numRuns: Number(process.env['RUNS'] ?? 100) },
  );
  console.log([...seen]);
  expect([...seen]).toEqual(
    expect.arrayContaining([
      'unchanged',
      'optimized',
      'compressed',
      'truncated',
      'failed',
      'cannot',
      'given up',
    ]),
  );
}, 120_000);
