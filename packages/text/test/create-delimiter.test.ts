import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDelimiter, randomHexString } from '../src/index.ts';

test('a word that no text holds is taken as it was drawn', () => {
  expect(createDelimiter(['one', 'two'], () => 'three')).toBe('three');
  expect(createDelimiter([], () => 'any')).toBe('any');
});

test('a word that was guessed is drawn again, and at last numbered', () => {
  const words = ['a', 'b', 'c', 'free'];
  expect(createDelimiter(['a b', 'c'], () => words.shift()!)).toBe('free');
  expect(createDelimiter(['it says word'], () => 'word')).toBe('word-000000000');
  expect(createDelimiter(['word-000000000 word-000000001', 'word-00000000'], () => 'word')).toBe(
    'word-000000002',
  );
});

test('a source that is used up still gives a word', () => {
  expect(createDelimiter(['text'], () => '')).toBe('-000000000');
});

test('whatever the texts hold, the word is in none of them', () => {
  const piece = fc.constantFrom('word', '-', '0', '000000000', '-000000000', '1', ' ', 'wor', '');
  const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 4 }), (texts) => {
      const word = createDelimiter(texts, () => 'word');
      expect(texts.filter((one) => one.includes(word))).toEqual([]);
    }),
  );
});

test('a million guesses cost one pass', () => {
  const guesses = Array.from(
    { length: 60_000 },
    (_, index) => `word-${String(index).padStart(9, '0')}`,
  );
  expect(createDelimiter([guesses.join('')], () => 'word')).toBe('word-000060000');
});

test('random words have 16 hexadecimal digits, and differ', () => {
  expect(randomHexString()).toMatch(/^[0-9a-f]{16}$/);
  expect(randomHexString()).not.toBe(randomHexString());
});
