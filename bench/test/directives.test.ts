import type { Directive } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { scoreDutch, scoreWritten } from '../src/directives/directives-report.ts';
import { scoreDirectives } from '../src/directives/score-directives.ts';

/** Ranges of three sentences of ten units each. */
const SENTENCES = [0, 11, 22].map((start) => ({ start, end: start + 10 }));

const directive = (start: number, end: number): Directive => ({
  text: '',
  start,
  end,
  level: 'must',
});

// Labels are [index of the sentence, level].
test('a directive over half of a sentence counts as its label; over less, it is neither a find nor an error', () => {
  const half = scoreDirectives(SENTENCES, [[1, 'must']], [directive(5, 16)]);
  expect(half).toMatchObject({ found: 1, sameLevel: 1, right: 1 });
  const less = scoreDirectives(SENTENCES, [[1, 'must']], [directive(5, 15)]);
  expect(less).toMatchObject({ found: 0, sameLevel: 0, right: 1 });
});

test('one directive finds several labels, and a directive without a label is wrong', () => {
  const wide = [directive(0, 21)];
  const labels = [
    [0, 'must'],
    [1, 'should'],
  ] as const;
  expect(scoreDirectives(SENTENCES, labels, wide)).toMatchObject({ found: 2, sameLevel: 1 });
  expect(scoreDirectives(SENTENCES, [[2, 'must']], wide)).toMatchObject({ found: 0, right: 0 });
});

test('finds at least 90 % of the written directives, with a precision of at least 90 %', () => {
  const { labels, recall, precision } = scoreWritten();
  expect(labels).toBeGreaterThan(30);
  expect(recall).toBeGreaterThanOrEqual(0.9);
  expect(precision).toBeGreaterThanOrEqual(0.9);
});

test.each(['development', 'held-out'] as const)(
  'finds four fifths of the Dutch directives of the %s half, with a precision of nine tenths',
  (half) => {
    const { labels, recall, precision } = scoreDutch(half);
    expect(labels).toBe(30);
    expect(recall).toBeGreaterThanOrEqual(0.8);
    expect(precision).toBeGreaterThanOrEqual(0.9);
  },
);
