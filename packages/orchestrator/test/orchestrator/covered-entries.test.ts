import { expect, test } from 'vitest';
import {
  countCoveredEntries,
  updateCoveringJob,
} from '../../src/orchestrator/background-compression.ts';
import { human } from './session.ts';

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(human) as [
  ReturnType<typeof human>,
  ReturnType<typeof human>,
  ReturnType<typeof human>,
  ReturnType<typeof human>,
];

test('counts the entries that stand for the covered ones, whatever became of those', () => {
  expect(countCoveredEntries([a, b, c], [a, b, c, d], 2)).toBe(undefined);
  expect(countCoveredEntries([a, b, c], [a, b, c], 2)).toBe(2);
  expect(countCoveredEntries([a, b, c], [d, c], 2)).toBe(1);
  expect(countCoveredEntries([a, b, c], [c], 2)).toBe(0);
  expect(countCoveredEntries([a, b, c], [a, d, b, c], 2)).toBe(3);
});

test('finds nothing if other entries changed, or fewer are left', () => {
  expect(countCoveredEntries([a, b, c], [a, b, d], 2)).toBe(undefined);
  expect(countCoveredEntries([a, b, c], [a, b], 2)).toBe(undefined);
  expect(countCoveredEntries([a, b, c], [], 2)).toBe(undefined);
  expect(countCoveredEntries([a], [a], 2)).toBe(undefined);
});

test('names the entries that stand for the covered ones by their content', () => {
  const job = { id: 'x', entries: 2, digest: 'of a and b' };
  expect(updateCoveringJob(job, [a, b, c], [a, b, c])).toBe(job);
  const other = updateCoveringJob(job, [a, b, c], [d, c]);
  expect(other).toMatchObject({ id: 'x', entries: 1 });
  expect(other).toEqual(updateCoveringJob(job, [a, b, c], [{ ...d, metadata: {} }, c]));
  expect(updateCoveringJob(job, [a, b, c], [a, b, d])).toBe(undefined);
});
