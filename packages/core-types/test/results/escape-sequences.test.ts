import { stripEscapeSequences } from '@palimpsest/core-types';
import { expect, test } from 'vitest';

test.each([
  [
    'colours',
    '\u001b[31m\u001b[1m1 failed\u001b[0m, \u001b[38;5;2m12 passed\u001b[m',
    '1 failed, 12 passed',
  ],
  ['movements of the cursor', 'a\u001b[2K\u001b[1Ab\u001b[?25l', 'ab'],
  ['links', 'see \u001b]8;;https://example.org\u001b\\the log\u001b]8;;\u0007.', 'see the log.'],
  ['character sets', '\u001b(Bplain\u001b[0m', 'plain'],
  ['sequences of one byte', '\u001b7a\u001bMb\u001b=', 'ab'],
])('removes %s', (_, text, plain) => {
  expect(stripEscapeSequences(text)).toBe(plain);
});

test.each(['', 'plain [31m text', 'a\tb\r\nc', '[1] FAILED', 'ends with \u001b'])(
  'leaves %j as it is',
  (text) => {
    expect(stripEscapeSequences(text)).toBe(text);
  },
);

test('a link that never ends hides no line after it', () => {
  expect(stripEscapeSequences('\u001b]8;;https://example.org\nFAILED')).toContain('\nFAILED');
});

test('reads a million links that never end in linear time', () => {
  const text = '\u001b]8;;'.repeat(1_000_000);
  expect(stripEscapeSequences(text).length).toBeLessThanOrEqual(text.length);
});
