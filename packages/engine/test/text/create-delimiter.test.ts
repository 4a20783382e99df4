import { expect, test } from 'vitest';
import { createDelimiter, randomHexString } from '../../src/text/index.ts';

test('returns the first drawn string if no text contains it', () => {
  expect(createDelimiter(['one', 'two'], () => 'three')).toBe('three');
  expect(createDelimiter([], () => 'any')).toBe('any');
});

test('appends random digits to a string that a text contains, or that is empty', () => {
  expect(createDelimiter(['it says word'], () => 'word')).toMatch(/^word[0-9a-f]{16}$/);
  expect(createDelimiter(['text'], () => '')).toMatch(/^[0-9a-f]{16}$/);
});

test('random strings have 16 hexadecimal digits and differ', () => {
  expect(randomHexString()).toMatch(/^[0-9a-f]{16}$/);
  expect(randomHexString()).not.toBe(randomHexString());
});
