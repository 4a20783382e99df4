import type { Directive } from '@palimpsest/core-types';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
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

test('half of a sentence finds its label; less does not, but is not wrong', () => {
  const half = scoreDirectives(SENTENCES, [[1, 'must']], [directive(5, 16)]);
  expect(half.labels).toMatchObject([{ isFound: true, hasSameForce: true }]);
  const less = scoreDirectives(SENTENCES, [[1, 'must']], [directive(5, 15)]);
  expect(less.labels).toMatchObject([{ isFound: false, hasSameForce: false }]);
  expect(less.directives).toMatchObject([{ isRight: true }]);
});

test('a clause within a sentence finds its label', () => {
  const score = scoreDirectives(SENTENCES, [[2, 'only']], [directive(24, 27)]);
  expect(score.labels).toMatchObject([{ isFound: true, hasSameForce: false }]);
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

test('rejects a label for a sentence that does not exist', () => {
  expect(() => scoreDirectives(SENTENCES, [[3, 'must']], [])).toThrow(RangeError);
});

test('computes ratios from the counts of all messages', () => {
  const scores = [
    scoreDirectives(
      SENTENCES,
      [
        [0, 'must'],
        [1, 'must-not'],
      ],
      [directive(0, 10), directive(22, 32)],
    ),
    scoreDirectives(SENTENCES, [[2, 'must']], [directive(22, 32, 'should')]),
  ];
  const { forces, ...pooled } = tally(scores);
  expect(pooled).toEqual({
    messages: 2,
    labels: 3,
    found: 2,
    directives: 3,
    right: 2,
    precision: 2 / 3,
    recall: 2 / 3,
    f1: 2 / 3,
  });
  expect(forces['must']).toEqual({ labels: 2, found: 2, sameForce: 1, recall: 1, agreement: 0.5 });
  expect(forces['must-not']).toMatchObject({ labels: 1, found: 0, recall: 0 });
});

test('precision and recall are 1 when nothing is labelled and nothing is found', () => {
  expect(tally([scoreDirectives(SENTENCES, [], [])])).toMatchObject({ precision: 1, recall: 1 });
});

test('finds at least 90 % of the written directives, with a precision of at least 90 %', () => {
  const { labels, found, directives, right } = tally(scoreWritten());
  expect(labels).toBeGreaterThan(30);
  expect(found / labels).toBeGreaterThanOrEqual(0.9);
  expect(right / directives).toBeGreaterThanOrEqual(0.9);
});

test.each(['open', 'held'] as const)(
  'finds four fifths of the Dutch directives of the %s half, with a precision of nine tenths',
  (half) => {
    const { labels, found, directives, right } = tally(scoreDutch(half));
    expect(labels).toBe(30);
    expect(found / labels).toBeGreaterThanOrEqual(0.8);
    expect(right / directives).toBeGreaterThanOrEqual(0.9);
  },
);

test('the command rejects an unknown option before it measures', async () => {
  const command = fileURLToPath(new URL('../src/directives/show-wrong.ts', import.meta.url));
  const run = promisify(execFile)(process.execPath, [
    '--conditions=@palimpsest/source',
    command,
    '--shows',
  ]);
  await expect(run).rejects.toThrow("Unknown option '--shows'");
});
