import { expect, test } from 'vitest';
import { summaryId } from '../../src/reduce.ts';

test('returns equal ids for equal texts, and different ids for different texts (B26)', () => {
  expect(summaryId(['a', 'b'])).toBe(summaryId(['a', 'b']));
  const texts = [
    ['ab'],
    ['bA'],
    ['a', 'b'],
    ['b', 'a'],
    ['', 'ab'],
    ['ab', ''],
    ['a\0b'],
    [],
    [''],
    ['', ''],
  ];
  expect(new Set(texts.map(summaryId)).size).toBe(texts.length);
});

test('an id is 64 bits in hexadecimal', () => {
  for (const text of ['', 'a', 'words '.repeat(1_000)])
    expect(summaryId([text])).toMatch(/^sum_[0-9a-f]{16}$/);
});
