import { failureExcerpt } from '@palimpsest/tool-taxonomy';
import { expect, test } from 'vitest';

const run = (name: string, reason: string): string =>
  ` ❯ src/parser.test.ts (4 tests | 1 failed) 23ms\n\n FAIL  src/parser.test.ts > ${name}\nAssertionError: ${reason}\n\n- Expected\n+ Received\n\n Test Files  1 failed | 2 passed (3)\n      Tests  1 failed | 24 passed (25)\n   Duration  412ms`;

test('names the failing test of a run, its assertion, the total and the last line', () => {
  expect(failureExcerpt(run('keeps the last line', 'expected 2 to be 3'))).toEqual([
    'FAIL  src/parser.test.ts > keeps the last line',
    'AssertionError: expected 2 to be 3',
    'Tests  1 failed | 24 passed (25)',
    'Duration  412ms',
  ]);
});

test('a run whose lines end in full stops is one, too', () => {
  const text =
    'The suite of the lexer passed.\nThe test "keeps the last line" failed.\nExpected 3 lines but received 2 lines.\n1 test failed.\n24 tests passed.';
  expect(failureExcerpt(text)).toEqual([
    'The test "keeps the last line" failed.',
    'Expected 3 lines but received 2 lines.',
    '1 test failed.',
    '24 tests passed.',
  ]);
});

test('has 400 characters at most, with a part of each line and the last line', () => {
  const excerpt = failureExcerpt(run('x'.repeat(300), 'y'.repeat(300)));
  expect(excerpt.join('\n').length).toBeLessThanOrEqual(400);
  expect(excerpt[0]).toMatch(/^FAIL {2}src\/parser\.test\.ts > x+…$/);
  expect(excerpt[1]).toMatch(/^AssertionError: y+…$/);
  expect(excerpt.at(-1)).toBe('Duration  412ms');
  const long = `${run('x'.repeat(300), 'y'.repeat(300))}${'z'.repeat(300)}`;
  expect(failureExcerpt(long).at(-1)).toMatch(/^Duration {2}412msz{90,}…$/);
});

test('of any other text shows the first error line and the last line', () => {
  expect(failureExcerpt('start\nTypeError: no\nmore\nend')).toEqual(['TypeError: no', 'end']);
});
