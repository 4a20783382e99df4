import { findFailingRun } from '../../src/text/index.ts';
import { expect, test } from 'vitest';

/** Returns the lines of a failing run as text; `test` is the first failing test. */
function linesOf(text: string): Record<string, string> | undefined {
  const run = findFailingRun(text);
  if (run === undefined) return undefined;
  const { tests, ...spans } = run;
  const named = Object.entries({ ...spans, ...(tests[0] && { test: tests[0] }) });
  return Object.fromEntries(named.map(([name, { start, end }]) => [name, text.slice(start, end)]));
}

test.each<[string, string, Record<string, string>]>([
  [
    'vitest',
    ' ✓ src/lexer.test.ts (12 tests) 18ms\n ❯ src/parser.test.ts (4 tests | 1 failed) 23ms\n   × keeps the last line 9ms\n     → expected 2 to be 3\n\n FAIL  src/parser.test.ts > parser > keeps the last line\nAssertionError: expected 2 to be 3\n\n Test Files  1 failed | 2 passed (3)\n      Tests  1 failed | 24 passed (25)\n   Duration  412ms',
    {
      total: 'Tests  1 failed | 24 passed (25)',
      test: 'FAIL  src/parser.test.ts > parser > keeps the last line',
      reason: '→ expected 2 to be 3',
    },
  ],
  [
    'jest',
    'PASS src/lexer.test.ts\nFAIL src/parser.test.ts\n  ✕ keeps the last line (3 ms)\n\n  ● parser › keeps the last line\n\n    expect(received).toBe(expected)\n\n    Expected: 3\n    Received: 2\n\nTest Suites: 1 failed, 1 passed, 2 total\nTests:       1 failed, 7 passed, 8 total',
    {
      total: 'Tests:       1 failed, 7 passed, 8 total',
      test: '● parser › keeps the last line',
      reason: 'expect(received).toBe(expected)',
    },
  ],
  [
    'pytest',
    'tests/test_parser.py ...F  [100%]\n>       assert read() == 3\nE       AssertionError: assert 2 == 3\nFAILED tests/test_parser.py::test_last_line - AssertionError\n==== 1 failed, 13 passed in 0.05s ====',
    {
      total: '==== 1 failed, 13 passed in 0.05s ====',
      test: 'FAILED tests/test_parser.py::test_last_line - AssertionError',
      reason: '>       assert read() == 3',
    },
  ],
  [
    'go',
    '--- FAIL: TestLastLine (0.00s)\n    parser_test.go:12: got 2, want 3\nFAIL\nFAIL\texample.org/parser\t0.012s',
    {
      total: 'FAIL\texample.org/parser\t0.012s',
      test: '--- FAIL: TestLastLine (0.00s)',
      reason: 'parser_test.go:12: got 2, want 3',
    },
  ],
  [
    'go, after lines that the test logged',
    '--- FAIL: TestLock (0.2s)\n    lock_test.go:12: Phase 1: open\n        Error: of the output\n    lock_test.go:31: could not find the key\n        more\n--- FAIL: TestOpen (0.1s)\n    open_test.go:9: got 2\nFAIL\nFAIL\tlock\t1.5s',
    {
      total: 'FAIL\tlock\t1.5s',
      test: '--- FAIL: TestLock (0.2s)',
      reason: 'lock_test.go:31: could not find the key',
    },
  ],
  [
    'go -v',
    '=== RUN   TestOpen\n    open_test.go:9: opened\n--- PASS: TestOpen (0.1s)\n=== RUN   TestLock\n    lock_test.go:12: start\n    lock_test.go:31: no key\n--- FAIL: TestLock (0.2s)\nFAIL\nFAIL\tlock\t1.5s',
    {
      total: 'FAIL\tlock\t1.5s',
      test: '--- FAIL: TestLock (0.2s)',
      reason: 'lock_test.go:31: no key',
    },
  ],
  [
    'testify',
    '--- FAIL: TestLock (0.2s)\n    lock_test.go:12: start\n    lock_test.go:31:\n        \tError Trace:\tlock_test.go:31\n        \tError:      \tNot equal:\nFAIL\tlock\t1.5s',
    {
      total: 'FAIL\tlock\t1.5s',
      test: '--- FAIL: TestLock (0.2s)',
      reason: 'Error:      \tNot equal:',
    },
  ],
  [
    'Maven',
    'Tests run: 26, Failures: 2, Errors: 0, Skipped: 0',
    { total: 'Tests run: 26, Failures: 2, Errors: 0, Skipped: 0' },
  ],
])('finds the failing test, the reason and the total of %s', (_, text, expected) => {
  expect(linesOf(text)).toEqual(expected);
  expect(linesOf(text.replaceAll('\n', '\r\n'))).toEqual(expected);
});

test.each([
  '',
  'PASS src/a.test.ts\nTests:       0 failed, 8 passed, 8 total',
  ' Tests  25 passed (25)',
  'test result: ok. 4 passed; 0 failed; 0 ignored',
  '# fail 0',
  'Tests run: 26, Failures: 0, Errors: 0',
  '12 examples, 0 failures',
  'There is 1 failed login attempt in the log.',
  '3 failed attempts were seen',
  'We saw 1 failed test yesterday',
])('finds no failing run in %j', (text) => {
  expect(findFailingRun(text)).toBeUndefined();
});

test('a line with the reason of a failure is not another failing test', () => {
  const text = 'The test "open" failed.\nAssertionError: the test value failed\n1 test failed.';
  expect(linesOf(text)).toEqual({
    test: 'The test "open" failed.',
    reason: 'AssertionError: the test value failed',
    total: '1 test failed.',
  });
});

test('lists the failing tests once each, at most 20, by their most complete names', () => {
  const names = Array.from({ length: 30 }, (_, at) => `--- FAIL: TestLock${at} (0.00s)`);
  const text = `✗ lock\n${names.join('\n')}\n${names.join('\n')}\nFAIL`;
  const tests = findFailingRun(text)!.tests.map(({ start, end }) => text.slice(start, end));
  expect(tests).toEqual(names.slice(0, 20));
});
