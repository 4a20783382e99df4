import { errorLineSpans, isFalseAlarm, successSpan, verdictSpans } from '../../src/tools/index.ts';
import { expect, test } from 'vitest';
import { errorLines, failureExcerpt } from '../../src/tools/results/failure-excerpt.ts';

const run = (name: string, reason: string): string =>
  ` ❯ src/parser.test.ts (4 tests | 1 failed) 23ms\n\n FAIL  src/parser.test.ts > ${name}\nAssertionError: ${reason}\n\n- Expected\n+ Received\n\n Test Files  1 failed | 2 passed (3)\n      Tests  1 failed | 24 passed (25)\n   Duration  412ms`;

test('shows the failed test of a run, its assertion, the total and the last line', () => {
  expect(failureExcerpt(run('keeps the last line', 'expected 2 to be 3'))).toEqual([
    'FAIL  src/parser.test.ts > keeps the last line',
    'AssertionError: expected 2 to be 3',
    'Tests  1 failed | 24 passed (25)',
    'Duration  412ms',
  ]);
});

test('recognizes a run whose lines end with full stops', () => {
  const text =
    'The suite of the lexer passed.\nThe test "keeps the last line" failed.\nExpected 3 lines but received 2 lines.\n1 test failed.\n24 tests passed.';
  expect(failureExcerpt(text)).toEqual([
    'The test "keeps the last line" failed.',
    'Expected 3 lines but received 2 lines.',
    '1 test failed.',
    '24 tests passed.',
  ]);
});

test('has at most 400 characters, with a part of each line and the last line', () => {
  const excerpt = failureExcerpt(run('x'.repeat(300), 'y'.repeat(300)));
  expect(excerpt.join('\n').length).toBeLessThanOrEqual(400);
  expect(excerpt[0]).toMatch(/^FAIL {2}src\/parser\.test\.ts > x+…$/);
  expect(excerpt[1]).toMatch(/^AssertionError: y+…$/);
  expect(excerpt.at(-1)).toBe('Duration  412ms');
  const long = `${run('x'.repeat(300), 'y'.repeat(300))}${'z'.repeat(300)}`;
  expect(failureExcerpt(long).at(-1)).toMatch(/^Duration {2}412msz{90,}…$/);
});

test('shows the names of all failed tests that fit, in reading order', () => {
  const failed = ['Open', 'Close', 'Lock', 'Unlock'].map((name) => `--- FAIL: Test${name} (0.00s)`);
  const text = `=== RUN\n${failed.join('\n    disk_test.go:31: got 3, want 4\n')}\nFAIL\nexit status 1`;
  expect(failureExcerpt(text)).toEqual([
    '--- FAIL: TestOpen (0.00s)',
    'disk_test.go:31: got 3, want 4',
    ...failed.slice(1),
    'FAIL',
    'exit status 1',
  ]);
  const many = Array.from({ length: 19 }, (_, at) => `--- FAIL: TestPartition${at} (0.00s)`);
  const excerpt = failureExcerpt(`${many.join('\n')}\nFAIL\nexit status 1`);
  expect(excerpt.join('\n').length).toBeLessThanOrEqual(400);
  expect(excerpt).toEqual([...many.slice(0, 11), 'FAIL', 'exit status 1']);
});

test.each([
  [
    'src/main.go:11:2: could not import b',
    'src/b.go:168:6: open redeclared in this block',
    '\t"b"\n\t^\n2 issues:\n[lint] ERROR task failed',
  ],
  [
    '[lint:go] src/b_test.go:4:15: not enough arguments in call to open',
    '[lint:go] src/b_test.go:9:15: open (no value) used as value',
    '[lint:go] 1 issues:\n[lint:go] ERROR task failed',
  ],
])('shows the errors of a compiler or linter before the summary: %s', (first, second, rest) => {
  const text = `Exit code 1\n[lint] $ lint ./...\nsrc/a.c:3:4: warning: b\n${first}\n${second}\n${rest}`;
  expect(failureExcerpt(text)).toEqual([first, second, rest.split('\n').at(-1)]);
});

test('returns the positions of the lines of an excerpt', () => {
  const text = '\n end\n  TypeError: no\nmore\nend\n…3\n';
  expect(errorLineSpans(text).map(({ start, end }) => [start, text.slice(start, end)])).toEqual([
    [8, 'TypeError: no'],
    [27, 'end'],
  ]);
  expect(errorLineSpans(' \n')).toEqual([]);
});

test.each([
  [
    'the exit codes',
    'a\nexit code 1\nexit code 0\nb\nexit code 2\nc',
    ['exit code 1', 'exit code 2'],
  ],
  ['the complaints of a shell', 'a\nsh: 1: b: not found\nc', ['sh: 1: b: not found']],
  ['the total of a test run', 'a\n 1 failed, 11 passed\nb', ['1 failed, 11 passed']],
  ['the first failed test without a total', 'a\n--- FAIL: TestLock\nb', ['--- FAIL: TestLock']],
  ['an error of a compiler', 'a\nsrc/a.go:3:4: undefined: b\nc', ['src/a.go:3:4: ']],
  ['a beginning', '\n\nNo replacement was performed\nb', ['No replacement was performed']],
  [
    'a stack trace',
    'Traceback (most recent call last):\nb',
    ['Traceback (most recent call last):'],
  ],
  ['nothing of a text', 'an error\nexit code 0', []],
])('finds the failure in a text by %s', (_what, text, expected) => {
  const said = new Set(verdictSpans(text).map(({ start, end }) => text.slice(start, end)));
  expect([...said]).toEqual(expected);
});

test('of an output without an outcome, shows the last lines that may report an error', () => {
  const lines = ['Error: late', '0 errors', 'error: 0.34', '3 errors fixed', '✓ throws an Error'];
  expect(errorLines(`warming up\n${lines.join('\n')}`)).toEqual(['Error: late']);
  expect(errorLines('Tests: 2 failed, 0 errors\nlast')).toEqual(['Tests: 2 failed, 0 errors']);
});

test.each([
  ['ok  \tlock\t0.4s\nok  \tgate\t1.8s\n[test] $ go test ./...', 'ok  \tgate\t1.8s'],
  ['[lint] $ lint ./...\n0 issues.', '0 issues.'],
  [
    ' Test Files  2 passed (2)\n      Tests  25 passed (25)\n   Duration  412ms',
    'Tests  25 passed (25)',
  ],
  ['...\n==== 13 passed in 0.05s ====', '==== 13 passed in 0.05s ===='],
  ['Ran 5 tests in 0.1s\n\nOK', 'OK'],
  ['All checks passed!', 'All checks passed!'],
  ['==== 1 failed, 13 passed in 0.05s ====', undefined],
  ['ok  \tlock\t0.4s\nFAIL\tgate\t1.8s\n2 failures', undefined],
  ['3 issues:\n* unused: 3', undefined],
])('finds the line that reports a success in %j', (text, expected) => {
  const span = successSpan(text, 'make check 2>&1 | tail -20');
  expect(span && text.slice(span.start, span.end)).toBe(expected);
  expect(successSpan(text, 'tail -20 check.log')).toBeUndefined();
});

test.each([
  'func (g *Gate) InstallHooks(force bool) (int, error) {',
  '\treturn 0, fmt.Errorf("failed to save: %w", err)',
  '  12→\t\tt.Fatalf("failed to parse: error = %v", err)',
  'src/gate.go:12:func open() (int, error) {',
  '+  } catch (error) {',
  '    raise ValueError("no gate")',
  '  if error is None:',
  '// an error of the gate',
  '@@ -84,7 +84,7 @@ func (s *Gate) open() (*Lock, error)',
  'Error: (none)',
  'stash@{1}: WIP on main: 3d2a170 log error when the gate fails',
  '* 27dad89 fix error of the gate',
])('a line that reports no error: %s', (line) => {
  expect(isFalseAlarm(line)).toBe(true);
  const text = `${line}\nTypeError: no gate\n${'x\n'.repeat(9)}`;
  const [error] = errorLineSpans(`${text}end`);
  expect(text.slice(error!.start, error!.end)).toBe('TypeError: no gate');
});

test.each([
  'TypeError: gate.open is not a function',
  'Error: gate.open() failed;',
  '"error": {',
  'panic: runtime error: index out of range [3] with length 3 (goroutine 1)',
  '20261123 ERROR the crane is stuck',
  'a1b2c3d4 ERROR the crane is stuck',
  'src/gate.ts(3,4): error TS2345: open() takes no gate',
  'return code 1: error (gate)',
  'if you see this error (code 5), restart',
  'error: class Gate has no member open()',
  'requests.exceptions.ConnectionError: pool(host="gate")',
])('a line that may report an error: %s', (line) => {
  expect(isFalseAlarm(line)).toBe(false);
});
