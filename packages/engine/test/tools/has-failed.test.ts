import type { ToolResponseBlock } from '@palimpsest/core-types';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultToolTaxonomy as taxonomy } from '../../src/tools/index.ts';

type Outcome = Pick<ToolResponseBlock, 'result' | 'error' | 'isError'>;

function failed(name: string, outcome: string | Outcome, parameters: unknown = {}): boolean {
  const response = typeof outcome === 'string' ? { result: outcome } : outcome;
  return taxonomy.hasFailed(taxonomy.describe(name, parameters), {
    type: 'tool_response',
    callId: 'call-1',
    toolName: name,
    ...response,
  });
}

/** 3,400 characters: of the length of a usual output. */
const LONG_OUTPUT = 'a line of output\n'.repeat(200);

test('an error text or a set error flag means failure for every tool', () => {
  for (const name of ['Read', 'Write', 'Bash', 'Grep', 'whatever']) {
    expect(failed(name, { result: 'fine', error: 'no' })).toBe(true);
    expect(failed(name, { result: 'fine', isError: true })).toBe(true);
    expect(failed(name, { result: 'fine', error: ' \n', isError: false })).toBe(false);
  }
});

test.each([
  { isError: true },
  { is_error: true },
  { error: 'no such order' },
  { error: { message: 'no' } },
  { exitCode: 1 },
  { exit_code: 127 },
  { returncode: -9 },
  { metadata: { exit_code: 1 } },
  { status: 'error' },
  { status: 'failed' },
  { success: false },
  { ok: false },
])('a result of %j has failed', (result) => {
  expect(failed('whatever', { result })).toBe(true);
});

test.each([
  { exitCode: 0 },
  { error: '' },
  { error: null },
  { status: 'ok' },
  { success: true },
  // A count of found errors is a result, not a failure.
  { errors: 3 },
  null,
  7,
  [],
])('a result of %j has not failed', (result) => {
  expect(failed('whatever', { result })).toBe(false);
});

// A read has failed with `error` and at most one other member; a command also with an exit code, or `error` as its first member; an unknown
// tool with any member that says so.
test.each([
  ['Read', { error: 'ENOENT: no such file' }, true],
  ['Read', { error: { message: 'no' }, output: [] }, true],
  ['Read', { output: LONG_OUTPUT, error: 'ENOENT: no such file' }, true],
  ['Read', { error: 'ENOENT: no such file', details: [], retries: 0 }, false],
  ['Read', { error: '' }, false],
  ['Read', { exitCode: 1, stderr: 'no' }, false],
  ['Grep', { error: 'no such folder' }, true],
  ['Grep', { status: 'failed', matches: [] }, false],
  ['Bash', { error: 'killed', stdout: LONG_OUTPUT, stderr: '' }, true],
  ['Bash', { stdout: LONG_OUTPUT, stderr: '', exitCode: 1 }, true],
  ['Bash', { stdout: '', error: 'no such order', code: 7 }, false],
  ['Bash', { output: '', error: 'killed' }, true],
  ['Bash', { status: 'failed', output: '' }, false],
  ['Edit', { error: 'not found', path: 'a.ts', line: 7 }, true],
  ['whatever', { a: 1, b: 2, error: 'no such order' }, true],
  ['whatever', { a: LONG_OUTPUT, b: 2, success: false }, true],
])('%s with the JSON text %j: failed is %s', (name, result, expected) => {
  expect(failed(name, JSON.stringify(result))).toBe(expected);
  expect(failed(name, `#0a1b2c3d\n${JSON.stringify(result)}`)).toBe(expected);
});

/** 17,000 characters: of such a text, the taxonomy reads only the ends. */
const LONG = 'a line of output\n'.repeat(1_000);

test.each([
  ['Bash', 'Exit code 1\nFAIL pkg/a'],
  ['Bash', 'Error: Exit code 127\nzsh: command not found: foo'],
  ['Bash', `Exit code 2\n${LONG}`],
  ['Bash', '<tool_use_error>Sibling tool call errored</tool_use_error>'],
  ['Bash', "The user doesn't want to proceed with this tool use. It was rejected."],
  ['Bash', "The user doesn't want to take this action right now."],
  ['Bash', 'Permission to use Bash with command rm -rf x has been denied.'],
  ['Bash', '[Request interrupted by user for tool use]'],
  ['execute_bash', `${LONG}[The command completed with exit code 1.]`],
  [
    'execute_bash',
    'ls x\r\nls: no x\r\n[Python Interpreter: p]\n[Command finished with exit code 2]',
  ],
  ['execute_bash', 'sleep\n[The command timed out after 30.0 seconds.]'],
  ['bash', 'error TS1\n\n\nCommand exited with code 2'],
  ['bash', `${LONG}Command aborted`],
  ['bash', 'Command timed out after 60 seconds'],
  ['bash', '[no result recorded]'],
  ['bash', 'bash: line 1: foo: command not found'],
  ['bash', 'fatal: not a git repository (or any of the parent directories): .git'],
  ['bash', 'Traceback (most recent call last):\n  File "a.py", line 3\nValueError: no tariff'],
  ['bash', 'sh: 1: foo: not found'],
  ['run_shell_command', 'Command: x\nOutput: (empty)\nError: (none)\nExit Code: 127\nSignal: 0'],
  ['run_shell_command', 'Command was cancelled by user before it could complete.'],
  ['execute_command', 'Command failed with exit code 3'],
  ['shell', 'Exit code: 1\nWall time: 0.1 seconds\nOutput:\nno'],
  ['shell', '{"output":"no","metadata":{"exit_code":2,"duration_seconds":0.1}}'],
  [
    'shell',
    `{"output":"${'no '.repeat(9_000)}","metadata":{"exit_code":2,"duration_seconds":0.1}}`,
  ],
  ['exec_command', 'Chunk ID: 1\nProcess exited with code 1\nOutput:\n'],
])('%s has failed with %j', (name, text) => {
  expect(failed(name, text, { command: 'x' })).toBe(true);
});

test.each([
  ['Bash', 'the docs say: Exit code: 1 means failure'],
  ['Bash', `${LONG}Exit code 1\n${LONG}`],
  ['Bash', 'Exit code 0\nExit code 1 was seen yesterday'],
  ['execute_bash', 'cat log\nExit code: 1\n[The command completed with exit code 0.]'],
  ['execute_bash', 'bash: foo: command not found\n[Command finished with exit code 0]'],
  ['run_shell_command', 'Output: Exit code 3\nError: (none)\nExit Code: 0\nSignal: 0'],
  ['shell', '{"output":"Exit code: 1","metadata":{"exit_code":0,"duration_seconds":0.1}}'],
  ['bash', 'Error: this is a log\n[Command finished with exit code 0]'],
  ['bash', ''],
])('%s has not failed with %j', (name, text) => {
  expect(failed(name, text, { command: 'x' })).toBe(false);
});

test.each([
  ['Edit', '<tool_use_error>String to replace not found in file.\nString: x</tool_use_error>'],
  ['Edit', '<tool_use_error>File has not been read yet.</tool_use_error>'],
  ['Edit', 'String to replace not found in file.'],
  ['Edit', "The user doesn't want to proceed with this tool use. It was rejected."],
  ['Edit', 'Found 2 matches of the string to replace, but replace_all is false.'],
  ['Write', 'Error: EACCES'],
  ['write', '[no result recorded]'],
  ['edit', 'Could not find the exact text in a.ts.'],
  ['edit', 'No changes made to a.ts.'],
  ['edit', 'Your proposed edit has introduced new syntax error(s).'],
  ['replace', 'Failed to edit, could not find the string to replace.'],
  ['apply_patch', 'apply_patch verification failed: Failed to find expected lines'],
  ['apply_patch', 'Exit code: 1\nWall time: 0 seconds'],
  ['replace_in_file', 'The tool execution failed with the following error:\n<error>'],
])('%s has failed when the result starts with %j', (name, text) => {
  expect(failed(name, text)).toBe(true);
  expect(failed(name, `\n ${text}`)).toBe(true);
  expect(failed(name, `The file was updated.\n${text}`)).toBe(false);
});

test('an editor with several commands has failed only if its result starts with an error', () => {
  const missing = 'ERROR:\nInvalid `path` parameter: /x.py.';
  expect(failed('str_replace_editor', missing, { command: 'view', path: '/x.py' })).toBe(true);
  const refused = 'ERROR:\nNo replacement was performed, old_str `x` did not appear.';
  expect(failed('str_replace_editor', refused, { command: 'str_replace' })).toBe(true);
  const shown = "Here's the result of running `cat -n` on /x.py:\n1\tERROR: no";
  expect(failed('str_replace_editor', shown, { command: 'view' })).toBe(false);
});

test.each([
  '<tool_use_error>File does not exist.</tool_use_error>',
  '<tool_use_error>File does not exist. Did you mean a.go?</tool_use_error>',
  'File does not exist.',
  '<system-reminder>Warning: the file exists but is shorter than the provided offset (130). The file has 110 lines.</system-reminder>',
  'Offset 130 is beyond end of file (110 lines total)',
  'EISDIR: illegal operation on a directory, read',
  "ENOENT: no such file or directory, open '/x'",
  'Error: File not found: /x',
])('a read has failed when its whole result is %j', (text) => {
  expect(failed('read_file', text)).toBe(true);
  expect(failed('read_file', `const a = 1;\n${text}`)).toBe(false);
});

test.each([
  'error: this file is a log',
  'Error: something\n  at line 2',
  'ENOENT: no such file\nis the first line of a log',
  `ENOENT: a log of ${'long lines '.repeat(300)}\nand more`,
  'Exit code 1',
  'Failed',
  '1→throw new Error("File does not exist.")',
  '[no result recorded]',
])('a read of a file that contains %j has not failed', (text) => {
  expect(failed('read_file', text)).toBe(false);
});

test('a search has failed with an error tag of the host, not with a line that starts with `Error:`', () => {
  expect(failed('Grep', '<tool_use_error>Path does not exist: x</tool_use_error>')).toBe(true);
  expect(failed('Grep', 'Error: in a.ts')).toBe(false);
});

test.each(['Bash', 'Edit', 'Read', 'Grep', 'whatever'])(
  '%s has failed with the messages of the OpenAI Agents SDK',
  (name) => {
    const wrapper = 'An error occurred while running the tool. Please try again. Error: ';
    expect(failed(name, `${wrapper}Error: no order\nno tariff`)).toBe(true);
    expect(failed(name, 'Tool execution was not approved.')).toBe(true);
    expect(failed(name, `The docs say: ${wrapper}`)).toBe(false);
  },
);

test.each([
  'Error: user not found',
  'ValueError: no tariff',
  'error (503): billing is down',
  'java.io.IOException: closed',
  'Fatal: no tariff',
  '[error] no tariff',
  'HTTP 503 from billing',
  'Error from server (NotFound): pods "gate-1" not found',
  'Traceback (most recent call last):\n  File "a.py", line 3\nValueError: no tariff',
  '{"error":"no tariff"}',
  '{"status": "failed", "order": 7}',
  '{"metadata":{"exit_code":1}}',
])('an unknown tool has failed when its whole result is %j', (text) => {
  expect(failed('whatever', text)).toBe(true);
  expect(failed('whatever', `\n${text}\n`)).toBe(true);
  expect(failed('whatever', `Orders of today\n${text}`)).toBe(false);
});

test.each([
  'Error handling is described here.',
  'Errors: 0',
  'Error: one\nError: two are in this log',
  'HTTP 200 from billing',
  '{"error":null,"status":"ok"}',
  '{"error":"cut of',
  '[{"error":"in a list"}]',
])('an unknown tool has not failed with %j', (text) => {
  expect(failed('whatever', text)).toBe(false);
});

test('reads text in parts and records', () => {
  expect(failed('Bash', { result: [{ type: 'text', text: 'Exit code 1' }] })).toBe(true);
  expect(failed('Bash', { result: { output: `${LONG}Exit Code: 1` } })).toBe(true);
  expect(failed('Bash', { result: { content: [{ type: 'text', text: 'fine' }] } })).toBe(false);
});

test('a gap marker in a list hides no failure: `…0` counts no missing line, and after `…2` the error may be one of several lines', () => {
  expect(failed('Bash', { result: { output: ['a', 'exit code 1', '…2'] } })).toBe(true);
  expect(failed('Bash', { result: ['Error: no', '#1f0c9a3e …0'] })).toBe(true);
  expect(failed('Bash', { result: ['Error: no', '…2'] })).toBe(false);
  expect(failed('Bash', { result: ['…2'] })).toBe(false);
});

test('returns a boolean for a result of any shape', () => {
  fc.assert(
    fc.property(fc.constantFrom('Bash', 'Read', 'Edit', 'x'), fc.anything(), (name, result) => {
      expect(typeof failed(name, { result })).toBe('boolean');
    }),
  );
});

const RUN =
  ' ✓ src/a.test.ts (3 tests)\n Test Files  1 failed | 2 passed (3)\n      Tests  1 failed | 24 passed (25)';

test.each([
  ['npm test', RUN],
  ['npm test 2>&1 | tail -20', RUN],
  ['cd pkg && npx vitest run', RUN],
  ['… pytest -q 2>&1 | tail', '=== 1 failed, 13 passed in 0.05s ==='],
  ['cd pkg && CI=1 PYTHONPATH=src pytest | tail', '=== 1 failed, 13 passed in 0.05s ==='],
  ['python -m pytest -q', '=== 1 failed, 13 passed in 0.05s ==='],
  ['cargo test', 'test result: FAILED. 3 passed; 1 failed'],
  ['go test ./...', 'ok  \ta\t0.1s\nFAIL\tb\t0.1s'],
  ['pnpm run test:unit', 'The test "adds" failed.\n1 test failed.\n24 tests passed.'],
])(
  'without an exit code, a run of %j has failed if its last count has failed tests',
  (command, text) => {
    expect(failed('Bash', text, { command })).toBe(true);
    expect(failed('run_shell_command', `${LONG}${text}`, { command })).toBe(true);
  },
);

test('an edit and a read have failed although the message is coloured', () => {
  expect(failed('Edit', '\u001b[31mError: no match found\u001b[0m')).toBe(true);
  expect(failed('Read', '\u001b[31mENOENT: no such file\u001b[0m')).toBe(true);
});

test.each([
  ['cat logs/run.txt', RUN],
  ['git log -3', '1 failed'],
  ['npm test', ' Tests  25 passed (25)'],
  ['npm test', `${RUN}\nExit Code: 0`],
])('%j has not failed with %j', (command, text) => {
  expect(failed('run_shell_command', text, { command })).toBe(false);
});

test.each([
  [
    'mise run test:ci 2>&1 | grep -A 3 Lock',
    '--- FAIL: TestLock (0.28s)\n    a_test.go:2: no lock',
  ],
  ['npm test -- --reporter=tap | head', 'TAP version 13\nnot ok 1 - keeps the last line'],
  ['go build ./... 2>&1 | head', '# example.org/cli\ncli/resume.go:156:23: undefined: strategy'],
  ['npx tsc --noEmit | tail', "src/a.ts(1,2): error TS2345: Argument of type 'x'"],
  ['cargo check 2>&1 | head', 'error[E0308]: mismatched types\n --> src/main.rs:3:5'],
  ['grep -n color a.ts | head', 'grep: a.ts: No such file or directory'],
  ['file /ctf/*', '/ctf/*: cannot open (No such file or directory)\n(Open file: n/a)\nbash-$'],
  ['file /ctf/*', '/ctf/*: cannot open (No such file or directory)\n…1\nbash-$'],
])('without an exit code, %j has failed by the errors in its output', (command, text) => {
  expect(failed('Bash', text, { command })).toBe(true);
});

test.each([
  ['grep -rn FAIL logs', '--- FAIL: TestLock (0.28s)'],
  ['grep -n strategy cli/resume.go', 'cli/resume.go:156:23: undefined: strategy'],
  ['make', 'a.c:3:4: warning: unused variable'],
  ['go vet ./...', ''],
  ['ls src', 'src: a directory of sources'],
  ['ls a b', 'ls: a: No such file or directory\nb'],
])('%j has not failed with the output %j', (command, text) => {
  expect(failed('Bash', text, { command })).toBe(false);
});

test('finds the count of failed tests in any text of a list, before and after the others are shortened', () => {
  const log = Array.from({ length: 10 }, (_, at) => `[${at}/10] compiled a${at}.ts`).join('\n');
  const texts = [`${log}\nError: no module`, `${log}\n1 failed, 11 passed`, `${log}\nDone`];
  const shortened = ['…10\nError: no module', '…10\n1 failed, 11 passed', '…10\nDone'];
  const far = ['1 failed, 11 passed', 'x\n'.repeat(2_000), 'Done'];
  for (const text of [texts, shortened, far, far.toReversed()]) {
    const outcome = { result: { body: log, text } };
    expect(failed('run_shell_command', outcome, { command: 'npm test' })).toBe(true);
  }
});
