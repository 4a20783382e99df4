import { createProseLines } from '@palimpsest/text';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const CODE_MARKS = /[{}();=<>[\]|\\/_$@&*^~"]/g;
const LETTERS = /[\p{L}\p{M}]/gu;
const LONG_WORD = /\S{120}/;

/** Counts with regular expressions, one character class after another. */
function isProse(text: string): boolean {
  const share = (what: RegExp): number => (text.match(what)?.length ?? 0) / text.length;
  return !LONG_WORD.test(text) && share(CODE_MARKS) <= 0.12 && share(LETTERS) >= 0.5;
}

const pieces = [
  'word ',
  'é',
  '中文',
  '𝒳',
  '\u0301',
  '👩‍💻',
  '\ud800',
  '\udc00',
  '{=',
  '8',
  ' ',
  '\u3000',
  '…',
];

test('characters of any script count the same wherever they are', () => {
  const texts = fc.array(fc.constantFrom(...pieces), { minLength: 20, maxLength: 200 });
  fc.assert(
    fc.property(texts, (parts) => {
      // A letter at both ends: no rule for the start or the end of a line applies.
      const text = `a${parts.join('')}a`;
      expect(createProseLines()(text)).toBe(isProse(text) ? 'own' : undefined);
    }),
  );
});
