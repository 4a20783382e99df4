import { expect, test } from 'vitest';
import { sameObjects } from '../src/fuzz/message-problems.ts';

const said = (content: string): object => ({ role: 'assistant', content });

test.each([
  ['a copy of a removed message', 'Go on.', 1],
  ['a new marker like a removed one', '…21', 0],
  // Seed 20261202, case 213757.
  [
    'a new marker with its legend like a removed one',
    '…21 [Shortened: …3 = 3 lines or fields left out]',
    0,
  ],
])('reports a copy of a removed message, but not a new marker: %s', (_, text, problems) => {
  const report = { kind: 'applied', repaired: [] } as never;
  expect(sameObjects([said(text)], { messages: [said(text)], report })).toHaveLength(problems);
});
