import { formatTruncationMarker, type IContent } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { indexExchanges, safeCuts } from '../../src/history/index.ts';
import { findTailWithin } from '../../src/history/structure/tail.ts';

const entries = history()
  .human('One.')
  .ai('Two.')
  .calls(['a'], ['b'])
  .result('1')
  .result('2')
  .ai('Three.')
  .human('Four.')
  .build();

/** Returns the index of the first entry of the tail. Each block counts 1. */
const tailStart = (
  budget: number,
  { given = entries, earliest }: { given?: readonly IContent[]; earliest?: number } = {},
): Promise<number> =>
  findTailWithin({
    history: given,
    cuts: safeCuts(indexExchanges(given)),
    budget,
    countEntry: ({ blocks }) => blocks.length,
    ...(earliest === undefined ? {} : { earliest }),
  });

test('takes as many of the newest whole exchanges as fit', async () => {
  expect(await tailStart(2)).toBe(5);
  // Two calls and two results: all or none of them.
  expect(await tailStart(5)).toBe(5);
  expect(await tailStart(6)).toBe(2);
  expect(await tailStart(99)).toBe(0);
});

test('takes the newest exchange, however large', async () => {
  expect(await tailStart(0)).toBe(6);
  expect(await tailStart(0, { given: entries.slice(0, 5) })).toBe(2);
  expect(await tailStart(0, { given: entries.slice(2, 5) })).toBe(0);
});

test('takes no entry before the earliest index', async () => {
  expect(await tailStart(99, { earliest: 5 })).toBe(5);
  expect(await tailStart(99, { earliest: 7 })).toBe(7);
});

test('does not count a truncation marker next to content', async () => {
  const marker = { type: 'text', text: formatTruncationMarker(99) } as const;
  const marked = entries.map((entry, index) =>
    index === 5 ? { ...entry, blocks: [marker, ...entry.blocks] } : entry,
  );
  expect(await tailStart(2, { given: marked })).toBe(5);
});
