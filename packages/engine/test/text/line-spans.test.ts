import { lineSpans } from '../../src/text/index.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const texts = fc
  .array(fc.constantFrom('a', 'bc d', ' ', '\n', '\r', '\r\n', '\u2028', '\u2029', '\v', '中'))
  .map((parts) => parts.join(''));

test('lines are the text between terminators of any kind', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const lines = lineSpans(text).map(({ start, end }) => text.slice(start, end));
      expect(lines).toEqual(text.split(/\r\n|[\n\r\u2028\u2029]/));
    }),
  );
});

test('reads a million lines in linear time', () => {
  expect(lineSpans('\r\n'.repeat(1_000_000))).toHaveLength(1_000_001);
});
