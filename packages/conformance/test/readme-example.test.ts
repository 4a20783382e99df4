import { checkStrategy } from '@palimpsest/conformance';
import { expect, test } from 'vitest';
import { pruneOldResults } from '../../../examples/custom-strategy.ts';

test('the strategy that the README of the repository shows keeps every law', async () => {
  const report = await checkStrategy(pruneOldResults, { runs: 300, seed: 1 });
  expect(report.counterexamples).toEqual([]);
  expect(report.applied).toBeGreaterThan(20);
});
