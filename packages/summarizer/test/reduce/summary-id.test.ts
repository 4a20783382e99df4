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

test('similar numbers and texts have different ids', () => {
  const ids = new Set<string>();
  const halves = [new Set<string>(), new Set<string>()] as const;
  for (let number = 0; number < 50_000; number += 1) {
    for (const text of [`${number}`, `message ${number} of the session`]) {
      const id = summaryId([text]);
      ids.add(id);
      halves[0].add(id.slice(4, 12));
      halves[1].add(id.slice(12));
    }
  }
  expect(ids.size).toBe(100_000);
  // Among 100,000 random 32-bit numbers, about one repeats.
  for (const half of halves) expect(half.size).toBeGreaterThan(99_980);
});
