import { formatTruncationMarker, type IContent } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { findTailWithin, indexExchanges, safeCuts } from '../src/index.ts';

const entries = history()
  .human('One.')
  .ai('Two.')
  .calls(['a'], ['b'])
  .result('1')
  .result('2')
  .ai('Three.')
  .human('Four.')
  .build();

const tail = (
  budget: number,
  { of = entries, earliest }: { of?: readonly IContent[]; earliest?: number } = {},
): Promise<number> =>
  findTailWithin({
    history: of,
    cuts: safeCuts(indexExchanges(of)),
    budget,
    countEntry: ({ blocks }) => blocks.length,
    ...(earliest === undefined ? {} : { earliest }),
  });

test('takes as many of the newest whole exchanges as fit', async () => {
  expect(await tail(2)).toBe(5);
  // Two calls and two results: all or none of them.
  expect(await tail(5)).toBe(5);
  expect(await tail(6)).toBe(2);
  expect(await tail(99)).toBe(0);
});

test('takes the newest exchange, however large', async () => {
  expect(await tail(0)).toBe(6);
  expect(await tail(0, { of: entries.slice(0, 5) })).toBe(2);
  expect(await tail(0, { of: entries.slice(2, 5) })).toBe(0);
});

test('takes nothing before the earliest index', async () => {
  expect(await tail(99, { earliest: 5 })).toBe(5);
  expect(await tail(99, { earliest: 7 })).toBe(7);
});

test('does not count markers next to content', async () => {
  const marked = entries.map((entry, at) =>
    at === 5
      ? {
          ...entry,
          blocks: [{ type: 'text' as const, text: formatTruncationMarker(99) }, ...entry.blocks],
        }
      : entry,
  );
  expect(await tail(2, { of: marked })).toBe(5);
});
