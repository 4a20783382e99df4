import fc from 'fast-check';
import { cutBetweenTokens, truncateText } from '../../src/text/index.ts';
import { expect, test } from 'vitest';

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Characters that join with their neighbours, and characters that do not. */
const UNITS = [
  ...Array.from('aé中あ한ж ٣।\r\n\u0301\u0903\u0600\u200D\uFE0F\u200B\u1100\u1161\u11A8'),

  '\r\n',
  '👩',
  '👩‍👩‍👧',
  '🇩',
  '🇩🇪',
  '🏽',
  '👍🏽',
  'क्षि',
  '𝐀',
  '\uD83D',
  '\uDC69',
  '각',
  '1️⃣',
  '\u0E33',
  '\u3099',
];

test('returns the longest prefix within the limit that ends on a grapheme boundary', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...UNITS), { maxLength: 30 }),
      fc.integer({ min: -1, max: 60 }),
      (units, limit) => {
        const text = units.join('');
        const ends = [...segmenter.segment(text)].map(
          ({ index, segment }) => index + segment.length,
        );
        const end = Math.max(0, ...ends.filter((boundary) => boundary <= limit));
        expect(truncateText(text, limit)).toBe(text.slice(0, end));
      },
    ),
    { numRuns: 1_000 },
  );
});

test.each([
  ['abc', 3, 'abc'],
  ['abc', 2, 'ab'],
  ['abc', 2.9, 'ab'],
  ['abc', 0.5, ''],
  ['abc', Number.NaN, ''],
  ['abc', Infinity, 'abc'],
  ['ab👩‍👩‍👧', 9, 'ab'],
  ['ab👩‍👩‍👧', 10, 'ab👩‍👩‍👧'],
  ['🇩🇪🇫🇷', 6, '🇩🇪'],
])('%j truncated at %d is %j', (text, limit, cut) => {
  expect(truncateText(text, limit)).toBe(cut);
});

test.each([
  ['a letter with a million accents', `ab${'\u0301'.repeat(1_000_000)}`, 'a'],
  ['half a million regional indicators', 'x' + '🇩'.repeat(500_000), 'x' + '🇩'.repeat(499_998)],
])('%s', (_, text, cut) => {
  expect(truncateText(text, 999_999)).toBe(cut);
});

test.each([
  ['if (left != right)', 10, 'if (left '],
  ['if (left != right)', 11, 'if (left !='],
  ['a === b && c', 4, 'a '],
  ['return answer;', 9, 'return '],
  ['value = 1234', 10, 'value = '],
  ['call(one)', 5, 'call('],
  ['x'.repeat(200), 100, 'x'.repeat(100)],
])('cuts %j at %i before the token it would split', (text, limit, start) => {
  expect(cutBetweenTokens(text, limit)).toBe(start);
});
