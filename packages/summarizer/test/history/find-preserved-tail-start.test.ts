import { indexExchanges, safeCuts } from '@palimpsest/engine/history';
import { testContext } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { findPreservedTailStart, type SummaryInput } from '../../src/history.ts';
import { turns } from './compressed.ts';

function ground(
  entries: ReturnType<typeof turns>,
  preserveThreshold: number,
): Pick<SummaryInput, 'index' | 'cuts' | 'context'> {
  const index = indexExchanges(entries);
  return { index, cuts: safeCuts(index), context: testContext(entries, { preserveThreshold }) };
}

test.each([
  [10, 0.2, 8],
  [10, 0.29, 7],
  [100, 0.29, 71],
  [7, 0.3, 4],
  [10, 0, 9],
  [10, 1, 0],
  [10, 7, 0],
  [10, -1, 9],
  [10, Number.NaN, 8],
  [1, 0.2, 0],
  [0, 0.2, 0],
])('of %i entries, a tail share of %d starts at index %i', (length, share, start) => {
  expect(findPreservedTailStart(ground(turns(length), share))).toBe(start);
});
