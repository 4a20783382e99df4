import { summarizeText } from '@palimpsest/summarizer';
import { expect, test } from 'vitest';

test('the summary of a vitest run keeps the failing test, its assertion and the total', () => {
  const run = [
    ' RUN  v5.1.1 /work/project',
    '',
    ...Array.from({ length: 9 }, (_, at) => ` ✓ src/part-${at}.test.ts (12 tests) 18ms`),
    ' ❯ src/parser.test.ts (4 tests | 1 failed) 23ms',
    '   × keeps the last line 9ms',
    '',
    ' FAIL  src/parser.test.ts > parser > keeps the last line',
    'AssertionError: expected 2 to be 3 // Object.is equality',
    '',
    '- Expected',
    '+ Received',
    ...Array.from({ length: 30 }, (_, at) => `     ${at}|     const value${at} = readLines(text);`),
    '',
    ' Test Files  1 failed | 9 passed (10)',
    '      Tests  1 failed | 108 passed (109)',
    '   Duration  412ms',
  ];
  const { text } = summarizeText(run.join('\n'));
  expect(text).toContain('FAIL  src/parser.test.ts > parser > keeps the last line');
  expect(text).toContain('AssertionError: expected 2 to be 3');
  expect(text).toContain('Tests  1 failed | 108 passed (109)');
});
