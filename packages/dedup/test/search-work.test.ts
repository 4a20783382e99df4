import { findDuplicates, findNearDuplicates } from '@palimpsest/dedup';
import {
  type NearDuplicate,
  searchNearDuplicates,
  type NearDuplicateOptions,
} from '../src/find-near-duplicates.ts';
import { expect, test } from 'vitest';

const header = ['/*', ' * Copyright the authors', ' * Licensed to you', ' * See LICENSE', ' */'];

/** Returns a deterministic generator of integers from 0 to below `end`. */
function createDice(): (end: number) => number {
  let state = 42;
  return (end) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}

function search(
  texts: readonly string[],
  options: NearDuplicateOptions = {},
): {
  near: ReadonlyMap<number, NearDuplicate>;
  entriesWritten: number;
  entriesRead: number;
  pairsCompared: number;
} {
  const work = { entriesWritten: 0, entriesRead: 0, pairsCompared: 0 };
  return { near: searchNearDuplicates(texts, options, work), ...work };
}

const own = (index: number, count = 15): string[] =>
  Array.from({ length: count }, (_, line) => `text ${index} has its line number ${line}`);

test('indexes and looks up only the rarest shared lines of 20, once each', () => {
  const lines = own(0, 20);
  // At 0.85, at least 17 of 20 lines must be shared, so one of the 4 rarest is. One of these 4 occurs in no other text.
  const texts = [lines.with(19, 'older'), lines.with(19, 'newer')].map((one) => one.join('\n'));
  expect(search(texts)).toMatchObject({ entriesWritten: 3, entriesRead: 3, pairsCompared: 1 });
  expect(search(texts, { recencyStart: 0 })).toMatchObject({
    entriesWritten: 6,
    entriesRead: 0,
    pairsCompared: 0,
  });
  const twice = texts.map((text) => `${text}\n${lines[6]}`);
  expect(search(twice, { threshold: 0.1 })).toMatchObject({
    entriesWritten: 18,
    entriesRead: 18,
    pairsCompared: 1,
  });
});

test('refers to the newest of several equally similar texts', () => {
  const lines = own(0, 20);
  const texts = ['a', 'b', 'c', 'd'].map((name) => lines.with(19, name).join('\n'));
  const { near, pairsCompared } = search(texts, { recencyStart: 1 });
  expect([...near].map(([index, { of }]) => [index, of])).toEqual([[0, 3]]);
  expect(pairsCompared).toBe(3);
});

test('texts with different first lines are not candidates, however much they share', () => {
  const lines = own(0, 20);
  const other = [...own(1, 3), ...lines.slice(3)].join('\n');
  const { near, entriesRead, pairsCompared } = search([lines.join('\n'), other, lines.join('\n')], {
    recencyStart: 1,
    threshold: 0.5,
  });
  expect([...near.keys()]).toEqual([0]);
  expect(entriesRead).toBeGreaterThan(0);
  expect(pairsCompared).toBe(1);
});

test('does not compare 10,000 texts that share only a header', () => {
  const texts = Array.from({ length: 10_000 }, (_, index) => [...header, ...own(index)].join('\n'));
  expect(search(texts)).toEqual({
    near: new Map(),
    entriesWritten: 0,
    entriesRead: 0,
    pairsCompared: 0,
  });
});

test('matches 4,000 old versions to their files in one comparison each, despite a shared header', () => {
  const texts = Array.from({ length: 6_000 }, (_, index) =>
    [...header, ...own(index % 2_000), `version ${index}`].join('\n'),
  );
  const { near, entriesRead, pairsCompared } = search(texts);
  expect(near.size).toBe(4_000);
  for (const [index, { of }] of near) expect(of).toBe(4_000 + (index % 2_000));
  expect(pairsCompared).toBe(4_000);
  expect(entriesRead).toBeLessThan(20 * texts.length);
});

/** Texts with one header and 12 of 40 lines: each of the 40 lines occurs in about a quarter of all texts. */
function fewLines(count: number): string[] {
  const dice = createDice();
  return Array.from({ length: count }, () => {
    const lines = Array.from({ length: 12 }, () => `line ${dice(40)} is one of forty in all texts`);
    return [...header, ...lines].join('\n');
  });
}

test.each([1_000, 2_000, 4_000])(
  '%s texts of the same few lines: comparisons and index entries read per text are bounded',
  (count) => {
    const { entriesRead, pairsCompared } = search(fewLines(count));
    expect(pairsCompared).toBeGreaterThan(count);
    expect(pairsCompared).toBeLessThanOrEqual(32 * count);
    expect(entriesRead).toBeLessThanOrEqual(2_048 * count);
  },
);

test.each([
  ['of 6 lines, one of them twice', 6, 0.1, 5 * 128],
  ['of 6 lines, at a threshold of 1', 6, 1, 128],
  ['of 41 lines, one of them twice', 41, 0.1, 2_048],
])(
  'bounds the index entries that are read before 200 texts %s',
  (_, count, threshold, expected) => {
    const [first, ...rest] = own(0, count - 1);
    const lines = [first, first, ...rest];
    const texts = Array.from({ length: 201 }, () => lines.join('\n'));
    const { entriesRead, pairsCompared } = search(texts, {
      threshold,
      recencyStart: 1,
      minLength: 1,
    });
    expect(entriesRead).toBe(expected);
    expect(pairsCompared).toBe(32);
  },
);

test('with more candidates than the limit, compares those first that share the most rare lines', () => {
  const dice = createDice();
  const rare = Array.from({ length: 4 }, (_, line) => `rare line ${line}`);
  const start = [...header, ...Array.from({ length: 40 }, (_, line) => `line ${line} of all`)];
  const older = [...start, ...rare];
  // 200 newer texts are before the similar one in the index: 50 share the first rare line, 50 the second…
  const newer = Array.from({ length: 200 }, (_, index) => {
    const often = Array.from({ length: 12 }, () => `line ${dice(24)} of many`);
    return [...start, rare[index % 4]!, ...often];
  });
  const texts = [older, [...older, 'changed'], ...newer].map((lines) => lines.join('\n'));
  const { near, entriesRead, pairsCompared } = search(texts, { recencyStart: 1 });
  expect(near.get(0)?.of).toBe(1);
  expect(entriesRead).toBeGreaterThan(200);
  expect(pairsCompared).toBe(32);
});

test('needs no comparison for 10,000 texts of one length without a line break', () => {
  const texts = Array.from({ length: 10_000 }, (_, index) => String(index).padStart(5_000, 'x '));
  expect(search(texts)).toEqual({
    near: new Map(),
    entriesWritten: 0,
    entriesRead: 0,
    pairsCompared: 0,
  });
});

test('compares texts of 1,000,000 units: many lines, blank lines, long lines', () => {
  const many = `a\nb\nc\n${Array.from({ length: 140_000 }, (_, line) => line % 99_991).join('\n')}`;
  expect(findNearDuplicates([`${many}\nx`, `${many}\ny`]).get(0)?.of).toBe(1);
  const same = `a\nb\nc\n${'same\n'.repeat(200_000)}`;
  expect(findNearDuplicates([same, `${same}d`]).get(0)?.of).toBe(1);
  const blank = `a\nb${'\n'.repeat(1_000_000)}c`;
  expect(findNearDuplicates([blank, `${blank} `]).get(0)?.similarity).toBe(1);
  const longLines = Array.from({ length: 20 }, (_, line) => `${'x'.repeat(50_000)}${line}`);
  const [older, newer] = [longLines, longLines.with(7, 'changed')].map((lines) => lines.join('\n'));
  expect(findNearDuplicates([older, newer]).get(0)?.similarity).toBe(19 / 21);
});

test('finds 19,999 duplicates among 20,000 equal texts, in one comparison each', () => {
  const text = [...header, ...own(0)].join('\n');
  const texts = Array.from({ length: 20_000 }, () => text);
  expect(findDuplicates(texts).size).toBe(19_999);
  const { near, pairsCompared } = search(texts);
  expect(near.size).toBe(19_999);
  expect(pairsCompared).toBe(19_999);
});
