import type { IContent } from '@palimpsest/core-types';
import { applyDensityResult, applyPlan, createDroppedNotice } from '../../src/history/index.ts';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';

const five: readonly IContent[] = Object.freeze(
  history().human('0').ai('1').human('2').ai('3').human('4').build(),
);
const other: IContent = { speaker: 'ai', blocks: [{ type: 'text', text: 'other' }] };

test('indices of replacements and removals refer to the input', () => {
  const replacements = new Map([[1, other]]);
  const result = applyDensityResult(five, { removals: [3, 0], replacements });
  expect(result).toEqual([other, five[2], five[4]]);
  expect(result[1]).toBe(five[2]);
});

test.each<[string, number[], number[], string, string]>([
  ['an index below 0', [-1], [], 'DENSITY_INDEX_OUT_OF_BOUNDS', 'entry -1: expected a whole'],
  ['an index at the length', [5], [], 'DENSITY_INDEX_OUT_OF_BOUNDS', 'number from 0 to 4'],
  ['no number at all', [Number.NaN], [], 'DENSITY_INDEX_OUT_OF_BOUNDS', 'entry NaN'],
  ['a replaced half index', [], [0.5], 'DENSITY_INDEX_OUT_OF_BOUNDS', 'entry 0.5'],
  ['an index removed twice', [1, 1], [], 'DENSITY_INVALID_RESULT', 'entry 1: expected one edit'],
  ['an index removed and replaced', [1], [1], 'DENSITY_CONFLICT', 'both removes and replaces it'],
])('rejects %s with its code', (_, removals, replaced, code, message) => {
  const replacements = new Map(replaced.map((index) => [index, other]));
  expect(() => applyDensityResult(five, { removals, replacements })).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(message) as string }),
  );
});

test('applies edits in order, keeps unchanged entries the same objects, and returns provenance', () => {
  const notice = createDroppedNotice({ dropped: 2, newest: 2, following: 2 });
  const [added] = history().system('c').build();
  const { history: after, provenance } = applyPlan(five, {
    edits: new Map([...[0, 1, 2].map((at) => [at, undefined] as const), [3, other]]),
    insertions: new Map([
      [2, { entry: notice, reason: 'notice', sources: [0, 1, 2] }],
      [5, { entry: added!, reason: 'notice', sources: [0] }],
    ]),
  });
  expect(after).toEqual([notice, other, five[4], added]);
  expect(after[2]).toBe(five[4]);
  expect(provenance).toEqual([
    { sources: [0, 1, 2], reason: 'notice' },
    { sources: [3], reason: 'reduced' },
    { sources: [4], reason: 'kept' },
    { sources: [0], reason: 'notice' },
  ]);
});
