import type { IContent } from '@palimpsest/core-types';
import { indexExchanges, safeCuts } from '../../src/history/index.ts';
import { history } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyHistory } from './histories.ts';

/** Reference definition: no exchange spans the cut, no pending call precedes it, and no unmatched result follows it directly. */
function isSafe(entries: readonly IContent[], cut: number): boolean {
  const { responses, exchanges, unmatchedResults } = indexExchanges(entries);
  return (
    unmatchedResults.every(({ entry }) => cut !== entry || cut === 0) &&
    responses.every(({ entry, call }) => cut <= call.entry || cut > entry) &&
    exchanges.every(({ start, isPending }) => !isPending || cut <= start)
  );
}

test('a cut is safe exactly if no exchange spans it, and the nearest safe cuts are found', () => {
  fc.assert(
    fc.property(anyHistory(), (entries) => {
      const cuts = safeCuts(indexExchanges(entries));
      const safe = Array.from({ length: entries.length + 1 }, (_, cut) => isSafe(entries, cut));
      for (const [cut, expected] of safe.entries()) {
        expect(cuts.isSafe(cut)).toBe(expected);
        expect(cuts.atOrBefore(cut)).toBe(safe.lastIndexOf(true, cut));
        const next = safe.indexOf(true, cut);
        expect(cuts.atOrAfter(cut)).toBe(next < 0 ? undefined : next);
      }
    }),
    { numRuns: 500 },
  );
});

test('only pending calls have no safe cut after them', () => {
  const waiting = history().human('0').ai('1').calls(['Read'], ['Bash']).result('x').build();
  expect(safeCuts(indexExchanges(waiting)).atOrAfter(3)).toBeUndefined();
});

test.each([
  [-5, 0],
  [99, 7],
  [Number.POSITIVE_INFINITY, 7],
  [Number.NaN, 0],
  [2.9, 1],
])('clamps an index of %d to the history', (index, cut) => {
  const builder = history().human('0').call('Read').result('2').calls(['Read'], ['Bash']);
  const entries = builder.result('4').result('5').human('6').build();
  expect(safeCuts(indexExchanges(entries)).atOrBefore(index)).toBe(cut);
});
