import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDelimiter, randomHexString } from '../src/index.ts';

test('returns the first drawn string if no text contains it', () => {
  expect(createDelimiter(['one', 'two'], () => 'three')).toBe('three');
  expect(createDelimiter([], () => 'any')).toBe('any');
});

test('draws again if a text contains the string, and finally appends a number', () => {
  const words = ['a', 'b', 'c', 'free'];
  expect(createDelimiter(['a b', 'c'], () => words.shift()!)).toBe('free');
  expect(createDelimiter(['it says word'], () => 'word')).toBe('word-000000000');
  expect(createDelimiter(['word-000000000 word-000000001', 'word-00000000'], () => 'word')).toBe(
    'word-000000002',
  );
});

test('returns a string if the source has none left', () => {
  expect(createDelimiter(['text'], () => '')).toBe('-000000000');
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

test('reads a million guesses in one pass', () => {
  const guesses = Array.from(
    { length: 60_000 },
    (_, index) => `word-${String(index).padStart(9, '0')}`,
  );
  expect(createDelimiter([guesses.join('')], () => 'word')).toBe('word-000060000');
});

test('random strings have 16 hexadecimal digits and differ', () => {
  expect(randomHexString()).toMatch(/^[0-9a-f]{16}$/);
  expect(randomHexString()).not.toBe(randomHexString());
});
