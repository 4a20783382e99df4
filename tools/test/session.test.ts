import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { SessionMessage } from '../../examples/recording/session-message.ts';
import { sessionFigures, unpairedCalls } from '../../examples/session.checks.ts';

const text = readFileSync(new URL('../../examples/session.json', import.meta.url), 'utf8');
const session = JSON.parse(text) as SessionMessage[];

test('the shipped session is long and complete, with stale reads, failed calls and parallel steps', () => {
  const figures = sessionFigures(session);
  expect(figures.messages).toBeGreaterThanOrEqual(150);
  expect(figures.characters).toBeGreaterThanOrEqual(100_000);
  expect(figures.staleReads).toBeGreaterThan(0);
  expect(figures.failedCalls).toBeGreaterThan(0);
  expect(figures.parallelSteps).toBeGreaterThan(0);
  expect(unpairedCalls(session)).toEqual([]);
});

test('the shipped session contains no colours and no folders of the recording machine', () => {
  expect(text).not.toMatch(/\\u001b|\/tmp\/|\/root\/|\/home\//);
});
