import type { IContent } from '@palimpsest/core-types';
import {
  adjustForToolCallBoundary,
  findBackwardValidSplitPoint,
  findForwardValidSplitPoint,
  indexExchanges,
  safeCuts,
} from '@palimpsest/history';
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

const looped = history()
  .human('0')
  .call('Read')
  .result('2')
  .calls(['Read'], ['Bash'])
  .result('4')
  .result('5')
  .human('6')
  .build();

test.each([
  [0, 0, 0],
  [1, 1, 1],
  [2, 1, 3],
  [3, 3, 3],
  [4, 3, 6],
  [5, 3, 6],
  [6, 6, 6],
  [7, 7, 7],
])('the valid splits around %i are %i and %i (REQ-CS-004)', (index, backward, forward) => {
  expect(findBackwardValidSplitPoint(looped, index)).toBe(backward);
  expect(findForwardValidSplitPoint(looped, index)).toBe(forward);
  expect(adjustForToolCallBoundary(looped, index)).toBe(forward);
});

test('moves backward when the next safe cut is the end of the history (REQ-CS-004)', () => {
  const entries = history().human('0').human('1').call('Read').result('3').build();
  expect(adjustForToolCallBoundary(entries, 3)).toBe(2);
  expect(adjustForToolCallBoundary(entries, 2)).toBe(2);
  expect(adjustForToolCallBoundary(entries, 4)).toBe(4);
  expect(findForwardValidSplitPoint(entries, 3)).toBe(4);
});

const response = (callId: string): IContent => ({
  speaker: 'tool',
  blocks: [{ type: 'tool_response', callId, toolName: 'Read', result: 'text' }],
});

test.each([
  ['second', 'c'],
  ['unmatched', 'x'],
])('no split leaves a %s result at the start of the second part', (_, callId) => {
  const entries: IContent[] = [
    ...history().human('0').call('Read', {}, { id: 'c' }).build(),
    response('c'),
    response(callId),
    ...history().human('4').build(),
  ];
  for (const index of [2, 3, 4]) expect(adjustForToolCallBoundary(entries, index)).toBe(4);
  expect(findForwardValidSplitPoint(entries, 2)).toBe(4);
  expect(findBackwardValidSplitPoint(entries, 3)).toBe(1);
});

test('moves backward when only pending calls follow', () => {
  const waiting = history().human('0').ai('1').calls(['Read'], ['Bash']).result('x').build();
  expect(adjustForToolCallBoundary(waiting, 3)).toBe(2);
  expect(findForwardValidSplitPoint(waiting, 3)).toBe(4);
  expect(safeCuts(indexExchanges(waiting)).atOrAfter(3)).toBeUndefined();
});

test.each([
  [-5, 0],
  [99, 7],
  [Number.POSITIVE_INFINITY, 7],
  [Number.NaN, 0],
  [2.9, 1],
])('clamps an index of %d to the history', (index, cut) => {
  expect(findBackwardValidSplitPoint(looped, index)).toBe(cut);
  expect(adjustForToolCallBoundary([], index)).toBe(0);
});
