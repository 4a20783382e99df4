import { expect, test } from 'vitest';
import { findFailingTests } from '../src/index.ts';

/** Returns the lines that name failing tests, each with the line of its reason. */
function failingIn(output: string, most = 5): readonly (readonly (string | undefined)[])[] {
  const lines = output.split('\n');
  return findFailingTests(lines, most).map(({ test: name, reason }) => [
    lines[name]!.trim(),
    reason === undefined ? undefined : lines[reason]!.trim(),
  ]);
}

test.each([
  [
    'go test',
    '--- FAIL: TestOpen (0.00s)\n    gate_test.go:12: got 1\n--- FAIL: TestShut (0.00s)\n    gate_test.go:30: got 2\nFAIL',
    [
      ['--- FAIL: TestOpen (0.00s)', 'gate_test.go:12: got 1'],
      ['--- FAIL: TestShut (0.00s)', 'gate_test.go:30: got 2'],
    ],
  ],
  [
    'go test -v, which names a test behind what it said',
    '=== RUN   TestOpen\n    gate_test.go:9: phase one\n    gate_test.go:12: got 1\n--- FAIL: TestOpen (0.00s)\n=== RUN   TestShut',
    [['--- FAIL: TestOpen (0.00s)', 'gate_test.go:12: got 1']],
  ],
  [
    'pytest',
    'FAILED test_gate.py::test_open - AssertionError: 1\nFAILED test_gate.py::test_shut - KeyError: 2\n2 failed in 0.1s',
    [
      ['FAILED test_gate.py::test_open - AssertionError: 1', undefined],
      ['FAILED test_gate.py::test_shut - KeyError: 2', undefined],
    ],
  ],
  [
    'vitest',
    ' FAIL  gate.test.ts > opens\nAssertionError: expected 1 to be 2\n\n FAIL  gate.test.ts > shuts\nTypeError: no gate',
    [
      ['FAIL  gate.test.ts > opens', 'AssertionError: expected 1 to be 2'],
      ['FAIL  gate.test.ts > shuts', 'TypeError: no gate'],
    ],
  ],
  ['nothing but a count', 'Tests: 1 failed, 2 passed', []],
])('finds the failing tests of %s', (_runner, output, found) => {
  expect(failingIn(output)).toEqual(found);
});

test('returns each test once, and no more tests than requested', () => {
  const output = 'FAIL a > b\nFAIL a > b\nFAIL a > c\nFAIL a > d';
  expect(failingIn(output, 2).map(([name]) => name)).toEqual(['FAIL a > b', 'FAIL a > c']);
});
