import { expect, test } from 'vitest';
import { scoreDutch, scoreWritten } from '../src/directives/directives-report.ts';

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
