import { expect, test } from 'vitest';
import { digest } from '../../src/cce/digest.ts';

test('equal texts have equal digests, and different texts different ones', () => {
  expect(digest(['a', 'b'])).toBe(digest(['a', 'b']));
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
  expect(new Set(texts.map(digest)).size).toBe(texts.length);
});

test('a digest is 64 bits in hexadecimal', () => {
  for (const text of ['', 'a', 'words '.repeat(1_000)])
    expect(digest([text])).toMatch(/^[0-9a-f]{16}$/);
});
