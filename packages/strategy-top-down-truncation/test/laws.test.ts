import { checkStrategy } from '@palimpsest/conformance';
import { indexExchanges, safeCuts } from '@palimpsest/history';
import { expect, test } from 'vitest';
import { topDownTruncation } from '../src/index.ts';

test('keeps every law on nasty histories', { timeout: 60_000 }, async () => {
  const report = await checkStrategy(topDownTruncation, {
    runs: 1_500,
    tailStart: (history) => safeCuts(indexExchanges(history)).atOrBefore(history.length - 2),
  });
  expect(report.counterexample).toBeUndefined();
});
