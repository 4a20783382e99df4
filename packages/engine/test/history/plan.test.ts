import { CompressionStrategyError, type IContent } from '@palimpsest/core-types';
import { applyDensityResult, applyPlan, createDroppedNotice } from '../../src/history/index.ts';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';

const five: readonly IContent[] = Object.freeze(
  history().human('0').ai('1').human('2').ai('3').human('4').build(),
);
const other: IContent = { speaker: 'ai', blocks: [{ type: 'text', text: 'other' }] };

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof CompressionStrategyError) return error.code;
    throw error;
  }
  return 'none';
}

test('indices of replacements and removals refer to the input (REQ-HD-003)', () => {
  const result = applyDensityResult(five, {
    removals: [3, 0],
    replacements: new Map([[1, other]]),
  });
  expect(result).toEqual([other, five[2], five[4]]);
  expect(result[1]).toBe(five[2]);
});

test.each<[string, number[], number[], string]>([
  ['an index below 0', [-1], [], 'DENSITY_INDEX_OUT_OF_BOUNDS'],
  ['an index at the length', [5], [], 'DENSITY_INDEX_OUT_OF_BOUNDS'],
  ['a half index', [1.5], [], 'DENSITY_INDEX_OUT_OF_BOUNDS'],
  ['no number at all', [Number.NaN], [], 'DENSITY_INDEX_OUT_OF_BOUNDS'],
  ['a replaced index out of bounds', [], [5], 'DENSITY_INDEX_OUT_OF_BOUNDS'],
  ['a replaced half index', [], [0.5], 'DENSITY_INDEX_OUT_OF_BOUNDS'],
  ['an index removed twice', [1, 1], [], 'DENSITY_INVALID_RESULT'],
  ['an index removed and replaced', [1], [1], 'DENSITY_CONFLICT'],
  ['a lawful result', [1], [2], 'none'],
])('rejects %s with its code (REQ-HD-001.6, 001.7)', (_, removals, replaced, code) => {
  const replacements = new Map(replaced.map((index) => [index, other]));
  expect(codeOf(() => applyDensityResult(five, { removals, replacements }))).toBe(code);
});

test.each<[string, number[], number[]]>([
  ['edits index 5: expected a whole number from 0 to 4.', [], [5]],
  ['removes index 1 twice; each index may stand once.', [1, 1], []],
  ['both removes and replaces index 1; it may do one of the two.', [1], [1]],
])('an error contains: %s', (said, removals, replaced) => {
  const replacements = new Map(replaced.map((index) => [index, other]));
  expect(() => applyDensityResult(five, { removals, replacements })).toThrow(
    `The density result ${said}`,
  );
});

test('applies edits in order, keeps unchanged entries the same objects, and returns provenance', () => {
  const notice = createDroppedNotice({ dropped: 2, newest: 2, following: 2 });
  const { history: after, provenance } = applyPlan(five, {
    removals: new Set([0, 1, 2]),
    replacements: new Map([
      [0, other],
      [3, other],
    ]),
    insertions: new Map([[2, { entry: notice, reason: 'notice' as const, sources: [0, 1, 2] }]]),
  });
  expect(after).toEqual([notice, other, five[4]]);
  expect(after[2]).toBe(five[4]);
  expect(provenance).toEqual([
    { sources: [0, 1, 2], reason: 'notice' },
    { sources: [3], reason: 'reduced' },
    { sources: [4], reason: 'kept' },
  ]);
});

test('the record of an entry inserted at the end is the last record', () => {
  const given = history().human('a').ai('b').build();
  const [added] = history().system('c').build();
  const insertion = { entry: added!, reason: 'notice' as const, sources: [0] };
  const plan = {
    removals: new Set<number>(),
    replacements: new Map(),
    insertions: new Map([[2, insertion]]),
  };
  expect(applyPlan(given, plan)).toEqual({
    history: [...given, added],
    provenance: [
      { sources: [0], reason: 'kept' },
      { sources: [1], reason: 'kept' },
      { sources: [0], reason: 'notice' },
    ],
  });
});
