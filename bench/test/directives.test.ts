import type { Directive } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { scoreDirectives } from '../src/directives/score-directives.ts';
import { tally } from '../src/directives/tally.ts';
import { scoreDutch, scoreWritten } from '../src/directives/written-sentences.ts';

/** Ranges of three sentences of ten units each. */
const SENTENCES = [0, 11, 22].map((start) => ({ start, end: start + 10 }));

const directive = (start: number, end: number, level: Directive['level'] = 'must'): Directive => ({
  text: '',
  start,
  end,
  level,
});

/** Labels are pairs: index of the sentence, level. */
test('a directive over half of a sentence counts as its label; over less, it is neither a find nor an error', () => {
  const half = scoreDirectives(SENTENCES, [[1, 'must']], [directive(5, 16)]);
  expect(half.labels).toMatchObject([{ isFound: true, hasSameForce: true }]);
  const less = scoreDirectives(SENTENCES, [[1, 'must']], [directive(5, 15)]);
  expect(less.labels).toMatchObject([{ isFound: false, hasSameForce: false }]);
  expect(less.directives).toMatchObject([{ isRight: true }]);
});

test('one directive finds several labels, and a directive without a label is wrong', () => {
  const wide = [directive(0, 21)];
  const labels = [
    [0, 'must'],
    [1, 'should'],
  ] as const;
  expect(scoreDirectives(SENTENCES, labels, wide).labels.map(({ isFound }) => isFound)).toEqual([
    true,
    true,
  ]);
  expect(scoreDirectives(SENTENCES, [[2, 'must']], wide).directives).toMatchObject([
    { isRight: false },
  ]);
});

test('finds at least 90 % of the written directives, with a precision of at least 90 %', () => {
  const { labels, found, directives, right } = tally(scoreWritten());
  expect(labels).toBeGreaterThan(30);
  expect(found / labels).toBeGreaterThanOrEqual(0.9);
  expect(right / directives).toBeGreaterThanOrEqual(0.9);
});

test.each(['development', 'held-out'] as const)(
  'finds four fifths of the Dutch directives of the %s half, with a precision of nine tenths',
  (half) => {
    const { labels, found, directives, right } = tally(scoreDutch(half));
    expect(labels).toBe(30);
    expect(found / labels).toBeGreaterThanOrEqual(0.8);
    expect(right / directives).toBeGreaterThanOrEqual(0.9);
  },
);
