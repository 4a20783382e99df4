import { expect, test } from 'vitest';
import { outcomeLines } from '../src/index.ts';

/** Returns the lines of an output that show the outcome of its command. */
function outcomeOf(output: string, command = 'make'): readonly string[] {
  const lines = output.split('\n');
  const { verdicts, answer } = outcomeLines(lines, command);
  return (answer === undefined ? verdicts : [answer]).map((at) => lines[at]!.trim());
}

/** Outputs as tools print them, each with the lines that show the outcome. */
const OUTPUTS: readonly (readonly [tool: string, output: string, outcome: readonly string[]])[] = [
  [
    'pytest',
    'tests/test_gate.py ..F\nFAILED tests/test_gate.py::test_open\n===== 1 failed, 12 passed in 0.05s =====',
    ['FAILED tests/test_gate.py::test_open', '===== 1 failed, 12 passed in 0.05s ====='],
  ],
  ['unittest', '...\n-----\nRan 12 tests in 0.003s\n\nOK', ['Ran 12 tests in 0.003s', 'OK']],
  [
    'jest',
    'Test Suites: 1 passed, 1 total\nTests:       12 passed, 12 total\nSnapshots:   0 total\nTime:        1.2 s',
    ['Tests:       12 passed, 12 total'],
  ],
  [
    'vitest',
    ' ✓ gate.test.ts (24 tests) 5ms\n\n Test Files  1 passed (1)\n      Tests  24 passed (24)\n   Duration  300ms',
    ['Tests  24 passed (24)'],
  ],
  ['mocha', '    ✔ opens\n\n  12 passing (30ms)\n', ['12 passing (30ms)']],
  [
    'go test',
    '--- PASS: TestGate (0.00s)\nPASS\nok  \texample.com/gate\t0.294s',
    ['ok  \texample.com/gate\t0.294s'],
  ],
  [
    'cargo test',
    'test gate ... ok\n\ntest result: ok. 12 passed; 0 failed; 0 ignored',
    ['test result: ok. 12 passed; 0 failed; 0 ignored'],
  ],
  [
    'Maven',
    '[INFO] Tests run: 5, Failures: 0, Errors: 0\n[INFO] \n[INFO] BUILD SUCCESS\n[INFO] Total time: 2 s',
    ['[INFO] Tests run: 5, Failures: 0, Errors: 0', '[INFO] BUILD SUCCESS'],
  ],
  [
    'Gradle',
    'BUILD SUCCESSFUL in 3s\n5 actionable tasks: 5 up-to-date',
    ['BUILD SUCCESSFUL in 3s'],
  ],
  ['RSpec', 'Finished in 0.5 seconds\n12 examples, 0 failures', ['12 examples, 0 failures']],
  ['PHPUnit', '...\n\nOK (12 tests, 30 assertions)', ['OK (12 tests, 30 assertions)']],
  ['TAP', 'ok 1 - opens\n# tests 12\n# pass 12\n# fail 0', ['ok 1 - opens', '# fail 0']],
  [
    'CTest',
    '100% tests passed, 0 tests failed out of 12\n\nTotal Test time (real) = 0.5 sec',
    ['100% tests passed, 0 tests failed out of 12'],
  ],
  [
    '.NET',
    'Passed!  - Failed:     0, Passed:    12, Skipped:     0, Total:    12',
    ['Passed!  - Failed:     0, Passed:    12, Skipped:     0, Total:    12'],
  ],
  [
    'tsc',
    "> tsc --noEmit\n\nsrc/a.ts(1,2): error TS2345: Argument of type 'A'.",
    ["src/a.ts(1,2): error TS2345: Argument of type 'A'."],
  ],
  ['tsc with --pretty', '1 const a\n\nFound 3 errors in 2 files.', ['Found 3 errors in 2 files.']],
  [
    'ESLint',
    '✖ 12 problems (10 errors, 2 warnings)\n  2 errors and 0 warnings potentially fixable with the `--fix` option.',
    ['✖ 12 problems (10 errors, 2 warnings)'],
  ],
  ['golangci-lint', '[lint] $ golangci-lint run\n0 issues.', ['0 issues.']],
  ['mypy', 'Success: no issues found in 3 files', ['Success: no issues found in 3 files']],
  ['Ruff', 'All checks passed!', ['All checks passed!']],
  [
    'gcc',
    'main.c:3:4: error: expected a name\nmake: *** [Makefile:2: all] Error 1',
    ['make: *** [Makefile:2: all] Error 1'],
  ],
  [
    'cargo build',
    'error[E0308]: mismatched types\n --> src/main.rs:2:5\n\nerror: could not compile `gate`',
    ['error: could not compile `gate`'],
  ],
  [
    'ninja',
    'ninja: build stopped: subcommand failed.',
    ['ninja: build stopped: subcommand failed.'],
  ],
  [
    'npm',
    'added 12 packages, and audited 13 packages in 2s\n\nfound 0 vulnerabilities',
    ['found 0 vulnerabilities'],
  ],
  ['pip', 'Collecting gate\nSuccessfully installed gate-1.0', ['Successfully installed gate-1.0']],
  [
    'git commit',
    '[main 4197b0c] Open the gate\n 2 files changed, 3 insertions(+)\n create mode 100644 a.ts',
    ['2 files changed, 3 insertions(+)'],
  ],
  [
    'git status',
    'On branch main\nnothing to commit, working tree clean',
    ['nothing to commit, working tree clean'],
  ],
  ['git pull', 'Already up to date.', ['Already up to date.']],
  [
    'git merge',
    'Automatic merge failed; fix conflicts and then commit the result.',
    ['Automatic merge failed; fix conflicts and then commit the result.'],
  ],
  [
    'a task runner',
    '[lint] $ lint\na.go:3: unused\n[lint] ERROR task failed',
    ['[lint] ERROR task failed'],
  ],
  [
    'a host',
    'Result: 3\nroot@box:/work # \n[Command finished with exit code 0]',
    ['[Command finished with exit code 0]'],
  ],
];

test.each(OUTPUTS)('finds the outcome of %s', (_tool, output, outcome) => {
  expect(outcomeOf(`${output}\nsee the log for more`)).toEqual(outcome);
});

test('prefers a failed verdict to a later one that passed', () => {
  const failed = 'FAIL\texample.com/gate\t0.3s';
  expect(outcomeOf(`${failed}\nok  \texample.com/hall\t0.2s\nFAIL`)).toEqual([failed]);
});

test('returns a short last line if there is no verdict', () => {
  expect(outcomeOf('reading\n  344\n')).toEqual(['344']);
  expect(outcomeOf(`reading\n${'word '.repeat(30)}`)).toEqual([]);
});

test.each(['> tsc --noEmit', '[fmt] $ gofmt -w .', 'bash-$', '(Open file: n/a)', '…12', '}', ''])(
  'ignores a last line that is not output: %j',
  (line) => {
    expect(outcomeOf(`written: a.ts\n${line}`)).toEqual(['written: a.ts']);
  },
);

test('returns nothing for commands that show or search files', () => {
  const output = 'all tests passed\n2 failed';
  for (const command of ['cat log', 'cd /work && grep -n test log', '… git log -3', 'ls']) {
    expect(outcomeOf(output, command)).toEqual([]);
  }
  expect(outcomeOf(output, 'cat > log << EOF')).toEqual(['2 failed']);
});

test('finds the same lines in a reduced output', () => {
  for (const [, , outcome] of OUTPUTS) {
    expect(outcomeOf(`…9\n${outcome.join('\n…2\n')}\nsee the log for more`)).toEqual(outcome);
  }
});

test('finds the outcome of a command that shows files and then runs another', () => {
  for (const command of ['ls && npm test', 'cat package.json; npm test', 'tree-sitter test'])
    expect(outcomeOf('a.ts\n2 failed', command)).toEqual(['2 failed']);
});

test('reads only the last lines', () => {
  const rest = Array.from(
    { length: 80 },
    (_, at) => `compiled part number ${at} of ${'x'.repeat(99)}`,
  );
  expect(outcomeOf(['12 passed', ...rest].join('\n'))).toEqual([]);
});
