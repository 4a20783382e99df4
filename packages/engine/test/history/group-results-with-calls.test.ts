import { history } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupResultsWithCalls, findViolations, repairHistory } from '../../src/history/index.ts';
import { anyHistory } from './histories.ts';

test('keeps every entry and all invariants, and is idempotent', () => {
  fc.assert(
    fc.property(anyHistory(), (given) => {
      const { history: before } = repairHistory(given);
      const { history: after } = groupResultsWithCalls(before);
      expect(new Set(after)).toEqual(new Set(before));
      expect(after).toHaveLength(before.length);
      expect(findViolations(after)).toEqual([]);
      expect(groupResultsWithCalls(after).repairs).toEqual([]);
    }),
  );
});

test('keeps the order of several late results, and reports each move', () => {
  const [calls, first, words, second, more, third, end] = history()
    .calls(['Read'], ['Grep'], ['Bash'])
    .result('a')
    .human('Wait.')
    .result('b')
    .ai('Well.')
    .result('c')
    .ai('Done.')
    .build();
  const { history: gathered, repairs } = groupResultsWithCalls([
    calls!,
    first!,
    words!,
    second!,
    more!,
    third!,
    end!,
  ]);
  expect(gathered).toEqual([calls, first, second, third, words, more, end]);
  expect(repairs).toStrictEqual([
    {
      kind: 'misplaced-response',
      index: 3,
      detail: 'the response to call-2 came late and moved to its call',
    },
    {
      kind: 'misplaced-response',
      index: 5,
      detail: 'the response to call-3 came late and moved to its call',
    },
  ]);
});

test('does not move a late result next to another result or text, or outside tool entries', () => {
  const [calls, words, both] = history()
    .calls(['Read'], ['Grep'])
    .human('Wait.')
    .results('a', 'b')
    .build();
  const [one, other] = both!.blocks;
  const text = { type: 'text', text: 'so' } as const;
  for (const late of [
    [both!],
    [{ ...both!, blocks: [one!, text] }],
    [
      { ...both!, blocks: [one!], speaker: 'human' as const },
      { ...both!, blocks: [other!], speaker: 'ai' as const },
    ],
  ]) {
    const given = [calls!, words!, ...late];
    expect(groupResultsWithCalls(given)).toEqual({ history: given, repairs: [] });
    expect(groupResultsWithCalls(given).history).toBe(given);
  }
});
