import { expect, test } from 'vitest';
import { strategy } from './readme/summarizer.ts';

test('the summarizer example of the README creates a strategy', () => {
  expect(strategy.name).toBe('extractive');
});
