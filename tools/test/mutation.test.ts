import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Score } from '../mutation/score.ts';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

const scores = JSON.parse(read('../mutation/scores.json')) as Readonly<Record<string, Score>>;
const page = read('../../docs/mutation-testing.md');

/** Packages whose score is stored. */
const MEASURED = [
  'dedup',
  'factory',
  'history',
  'strategy-high-density',
  'summarizer/classify',
  'summarizer/text',
];

test('every measured package has a stored score', () => {
  expect(Object.keys(scores)).toEqual(expect.arrayContaining(MEASURED));
});

test.each(Object.entries(scores))(
  'tests detect at least 85 %% of the mutants of %s',
  (_, score) => {
    expect(score.score).toBeGreaterThanOrEqual(85);
  },
);

test.each(Object.entries(scores))('the figures of %s add up', (_, score) => {
  const { killed, timeout, survived, noCoverage, total } = score;
  expect(killed + timeout + survived + noCoverage).toBe(total);
  expect(score.score).toBeCloseTo((100 * (killed + timeout)) / total, 1);
});

test('docs/mutation-testing.md shows the stored figures', () => {
  const shown = [...page.matchAll(/^\| `([\w/-]+)` +\|(.+)\|$/gm)].map(([, name, cells]) => [
    name,
    cells!.split('|').map((cell) => Number.parseFloat(cell)),
  ]);
  const kept = Object.entries(scores).map(([name, score]) => [
    name,
    [score.score, score.killed, score.timeout, score.survived, score.noCoverage, score.total],
  ]);
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(kept));
});
