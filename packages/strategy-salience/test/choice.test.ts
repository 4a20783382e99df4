import type { IContent } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compressed, wordsOf } from './compressed.ts';
import { linesOf } from './lines-of.ts';

const textOf = (entries: readonly IContent[]): string => entries.map(wordsOf).join('\n');
const count = (text: string, part: string): number => text.split(part).length - 1;

test('keeps repeated lines at most once', async () => {
  const shared = linesOf('shared', 12);
  const before = history()
    .human('Look around.')
    .call('look', { at: 'a' })
    .result(`${shared}\n${linesOf('first', 30)}`)
    .call('look', { at: 'b' })
    .result(`${shared}\n${linesOf('second', 30)}`)
    .ai('Done.')
    .build();
  const text = textOf(await compressed(before, { ratio: 0.5 }));
  for (const line of shared.split('\n')) expect(count(text, line)).toBeLessThan(2);
  expect(shared.split('\n').some((line) => text.includes(line))).toBe(true);
});

/** Lines of one form that differ only in their names. */
const lines = (word: string): string =>
  Array.from({ length: 60 }, (_, at) => `${word}Gate${at + 100} is at rest for the moment`).join(
    '\n',
  );

const kept = (text: string, word: string): number =>
  new Set(text.match(RegExp(`${word}Gate\\d+`, 'g'))).size;

test.each(['first', 'last'])(
  'prefers text of the model to text of a tool result, with the model entry %s',
  async (order) => {
    const built = history().human('Look around.');
    if (order === 'first') built.ai(lines('quiet'));
    built.call('look', { at: 'gates' }).result(lines('loud'));
    if (order === 'last') built.ai(lines('quiet'));
    const before = built.human('And now?').ai('Done.').build();
    const text = textOf(await compressed(before, { ratio: 0.4 }));
    expect(kept(text, 'quiet')).toBeGreaterThan(2 * kept(text, 'loud'));
  },
);

test.each([
  ['harbour', 'mountain'],
  ['mountain', 'harbour'],
])('prefers names that contain words of the user: %s, not %s', async (spoken, other) => {
  const before = history()
    .call('look', { at: 'gates' })
    .result(`${lines('harbour')}\n${lines('mountain')}`)
    .human(`Tell me about the ${spoken} ones.`)
    .ai('Done.')
    .build();
  const text = textOf(await compressed(before, { ratio: 0.4 }));
  expect(kept(text, spoken)).toBeGreaterThan(20);
  expect(kept(text, other)).toBe(0);
});

test('prefers text of the newest request to later model text and to older requests', async () => {
  const before = history()
    .human(`Look at those.\n${lines('older')}`)
    .ai('I see those.')
    .human(`Look at these.\n${lines('asked')}`)
    .ai(`I see these.\n${lines('seen')}`)
    .ai('Well.')
    .ai('Done.')
    .build();
  const text = textOf(await compressed(before, { ratio: 0.4 }));
  expect(kept(text, 'asked')).toBeGreaterThan(45);
  expect(kept(text, 'seen')).toBeLessThan(20);
  expect(kept(text, 'older')).toBeLessThan(20);
});
