import { history } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gatherResponses, historyInvariants, repair } from '../src/index.ts';
import { anyHistory } from './histories.ts';

test('a late response moves behind those that came in time, and nothing else moves', () => {
  const [call, first, words, second, end] = history()
    .calls(['Read'], ['Grep'])
    .result('a')
    .human('Wait.')
    .result('b')
    .ai('Done.')
    .build();
  const late = [call!, first!, words!, second!, end!];
  const { history: gathered, repairs } = gatherResponses(late);
  expect(gathered).toEqual([call, first, second, words, end]);
  expect(repairs).toMatchObject([{ kind: 'misplaced-response', index: 3 }]);
  expect(gatherResponses(gathered).history).toBe(gathered);
});

test('gathering keeps every entry and leaves a whole history whole', () => {
  fc.assert(
    fc.property(anyHistory(), (given) => {
      const { history: before } = repair(given);
      const { history: after } = gatherResponses(before);
      expect(new Set(after)).toEqual(new Set(before));
      expect(after).toHaveLength(before.length);
      expect(historyInvariants.flatMap((invariant) => invariant.check(after))).toEqual([]);
      expect(gatherResponses(after).repairs).toEqual([]);
    }),
  );
});
