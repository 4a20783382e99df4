import { expect, test } from 'vitest';
import { strategy } from './readme/summarizer.ts';

test('a summarizer of your own can be written as the README says', () => {
  expect(strategy.name).toBe('extractive');
});
