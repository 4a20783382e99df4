import { summarizeText, summaryBudget } from '@palimpsest/summarizer';
import { expect, test } from 'vitest';

test.each([
  [0, 200],
  [599, 200],
  [600, 400],
  [100_000, 400],
])('a text of %d units gets %d', (length, budget) => {
  expect(summaryBudget(length)).toBe(budget);
});

test('summarizeText uses summaryBudget by default', () => {
  const lines = Array.from({ length: 66 }, (_, index) => `Line ${index + 10}.`).join('\n');
  const short = lines.padEnd(599);
  const long = lines.padEnd(600);
  // Sentences of 8 units, with joiners of 5 units between them.
  expect(summarizeText(short).text).toHaveLength(8 + 14 * 13);
  expect(summarizeText(long).text).toHaveLength(8 + 30 * 13);
  expect(summarizeText(long, 200).text).toBe(summarizeText(short).text);
});
