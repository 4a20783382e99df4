import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDelimiter, randomHexString } from '../src/index.ts';

test('returns the first drawn string if no text contains it', () => {
  expect(createDelimiter(['one', 'two'], () => 'three')).toBe('three');
  expect(createDelimiter([], () => 'any')).toBe('any');
});

test('appends random digits to a string that a text contains, or that is empty', () => {
  expect(createDelimiter(['it says word'], () => 'word')).toMatch(/^word[0-9a-f]{16}$/);
  expect(createDelimiter(['text'], () => '')).toMatch(/^[0-9a-f]{16}$/);
});

test('returns a string that no text contains', () => {
  const piece = fc.constantFrom('word', '-', '0', '000000000', '-000000000', '1', ' ', 'wor', '');
  const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 4 }), (texts) => {
      const word = createDelimiter(texts, () => 'word');
      expect(texts.filter((one) => one.includes(word))).toEqual([]);
    }),
  );
});

test('random strings have 16 hexadecimal digits and differ', () => {
  expect(randomHexString()).toMatch(/^[0-9a-f]{16}$/);
  expect(randomHexString()).not.toBe(randomHexString());
});
