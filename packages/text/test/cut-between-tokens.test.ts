import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutBetweenTokens, truncateText } from '../src/index.ts';

test.each([
  ['if (left != right)', 10, 'if (left '],
  ['if (left != right)', 11, 'if (left !='],
  ['a === b && c', 4, 'a '],
  ['return answer;', 9, 'return '],
  ['value = 1234', 10, 'value = '],
  ['call(one)', 5, 'call('],
])('cuts %j at %i before the token it would split', (text, limit, start) => {
  expect(cutBetweenTokens(text, limit)).toBe(start);
});

test('cuts a token that starts far before the limit', () => {
  const text = 'x'.repeat(200);
  expect(cutBetweenTokens(text, 100)).toBe(truncateText(text, 100));
  expect(cutBetweenTokens(`a ${text}`, 100)).toHaveLength(100);
});

test('returns a prefix of what truncateText returns, at most 40 units shorter', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 200 });
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 250 }), (given, limit) => {
      const whole = truncateText(given, limit);
      const cut = cutBetweenTokens(given, limit);
      expect(whole.startsWith(cut)).toBe(true);
      expect(truncateText(given, cut.length)).toBe(cut);
      expect(whole.length - cut.length).toBeLessThanOrEqual(80);
    }),
  );
});
