import { findDuplicates, findNearDuplicates } from '@palimpsest/dedup';
import { expect, test } from 'vitest';

const header = ['/*', ' * Copyright the authors', ' * Licensed to you', ' * See LICENSE', ' */'];

const own = (index: number, count = 15): string[] =>
  Array.from({ length: count }, (_, line) => `text ${index} has its line number ${line}`);

test('refers to the newest of several equally similar texts', () => {
  const lines = own(0, 20);
  const texts = ['a', 'b', 'c', 'd'].map((name) => lines.with(19, name).join('\n'));
  const near = findNearDuplicates(texts, { recencyStart: 1 });
  expect([...near].map(([index, { of }]) => [index, of])).toEqual([[0, 3]]);
});

test('texts with different first lines are no duplicates, however much they share', () => {
  const lines = own(0, 20);
  const other = [...own(1, 3), ...lines.slice(3)].join('\n');
  const near = findNearDuplicates([lines.join('\n'), other, lines.join('\n')], {
    recencyStart: 1,
    threshold: 0.5,
  });
  expect([...near.keys()]).toEqual([0]);
});

test('matches 4,000 old versions to their files, despite a shared header', () => {
  const texts = Array.from({ length: 6_000 }, (_, index) =>
    [...header, ...own(index % 2_000), `version ${index}`].join('\n'),
  );
  const near = findNearDuplicates(texts);
  expect(near.size).toBe(4_000);
  for (const [index, { of }] of near) expect(of).toBe(4_000 + (index % 2_000));
});

test('reads 10,000 texts that share a header, and texts of one length without a line break', () => {
  const texts = Array.from({ length: 10_000 }, (_, index) => [...header, ...own(index)].join('\n'));
  expect(findNearDuplicates(texts).size).toBe(0);
  const flat = Array.from({ length: 10_000 }, (_, index) => String(index).padStart(5_000, 'x '));
  expect(findNearDuplicates(flat).size).toBe(0);
  expect(findDuplicates(flat).size).toBe(0);
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

test('finds 19,999 duplicates among 20,000 equal texts', () => {
  const text = [...header, ...own(0)].join('\n');
  const texts = Array.from({ length: 20_000 }, () => text);
  expect(findDuplicates(texts).size).toBe(19_999);
  expect(findNearDuplicates(texts).size).toBe(19_999);
});
