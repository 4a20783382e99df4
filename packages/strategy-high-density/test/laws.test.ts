import { checkStrategy } from '@palimpsest/conformance';
import { expect, test } from 'vitest';
import { highDensity } from '../src/index.ts';

test('keeps every law on nasty histories', { timeout: 60_000 }, async () => {
  const report = await checkStrategy(highDensity, { runs: 1_500 });
  expect(report.counterexample).toBeUndefined();
});
