import { checkStrategy } from '@palimpsest/conformance';
import { expect, test } from 'vitest';
import { pruneOldResults } from '../../../examples/custom-strategy.ts';

test('the custom strategy in the README of the repository violates no invariant', async () => {
  const report = await checkStrategy(pruneOldResults, { runs: 300, seed: 1 });
  expect(report.counterexamples).toEqual([]);
  expect(report.applied).toBeGreaterThan(20);
});
