import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compressed, summarized } from './compressed.ts';

const FILE = { file_path: 'a.ts' } as const;
const long = 'a line of output\n'.repeat(40);

test.each([
  ['`error`', 'text', 'ENOENT'],
  ['`error` in the result', { error: 'ENOENT' }, undefined],
  ['`success: false`', { success: false, path: 'a.ts' }, undefined],
  ['an exit code', { output: long, exitCode: 2 }, undefined],
  [
    '`isError` in the result',
    { isError: true, content: [{ type: 'text', text: 'no' }] },
    undefined,
  ],
])('recognizes a failure by %s', async (_, value, error) => {
  const { result } = await summarized('read_file', FILE, value, error);
  expect(result).toMatch(/^\[read_file a\.ts: error/);
});

test('recognizes a failure by the `isError` flag of the block', async () => {
  const entries = history()
    .call('read_file', FILE)
    .entry({
      speaker: 'tool',
      blocks: [
        {
          type: 'tool_response',
          callId: 'call-1',
          toolName: 'read_file',
          result: long,
          isError: true,
        },
      ],
    })
    .ai('Hm.')
    .build();
  expect((await compressed(entries))[1]!.blocks[0]).toMatchObject({
    isError: true,
    result: '[read_file a.ts: error, 40 lines]\na line of output',
  });
});

test('recognizes a failed shell command by its exit code', async () => {
  const failed = await summarized('run_shell_command', { command: 'x' }, `${long}Exit Code: 2`);
  expect(failed.result).toMatch(/^\[run_shell_command x: error, 41 lines\]/);
  const fine = await summarized('run_shell_command', { command: 'x' }, `${long}Exit Code: 0`);
  expect(fine.result).toBe('[run_shell_command x: success, 41 lines]');
});

test('a command whose end is unknown is done, with its last lines that look like an error', async () => {
  const { result } = await summarized(
    'bash',
    { command: './serve' },
    `${long}Error: no tariff for berth 3\nclosed\n`,
  );
  expect(result).toBe('[bash ./serve: done, 42 lines]\nError: no tariff for berth 3');
});

test.each([
  'const error: Error = new Error("x");\n',
  'error: this line is part of the file\n',
  'FAILED tests are listed here\n',
  'Exit code 1\n',
])('error words in file content do not make a read a failure (D8): %s', async (line) => {
  const { result } = await summarized('read_file', FILE, line.repeat(30));
  expect(result).toBe('[read_file a.ts: success, 30 lines]');
});

test('a blank error is not a failure', async () => {
  const { result } = await summarized('read_file', FILE, long, '  ');
  expect(result).toBe('[read_file a.ts: success, 40 lines]');
});

test('the status survives a second compression, whether it comes from a text or a field (D8)', async () => {
  const entries = history()
    .call('run_shell_command', { command: 'npm test' })
    .result(`${long}1 failed\nExit Code: 1`)
    .call('read_file', FILE)
    .result(long, 'EACCES')
    .call('read_file', { file_path: 'b.ts' })
    .result(long)
    .ai('Done.')
    .ai('Really.')
    .build();
  const once = await compressed(entries);
  const more = [...once, ...history().human('Next').ai('Yes').build()];
  const twice = await compressed(more);
  expect(twice.slice(0, once.length)).toEqual(once);
  expect(once[1]!.blocks[0]).toMatchObject({
    result: '[run_shell_command npm test: error, 42 lines]\n1 failed\nExit Code: 1',
  });
});

test('keeps a short result with a remedy whole (D10)', async () => {
  const remedy = 'Expected 1 occurrence but found 2.\nAdd more context to old_string.';
  const { result, error } = await summarized('replace', FILE, remedy, 'Failed to edit');
  expect(result).toBe(`[replace a.ts: error]\n${remedy}`);
  expect(error).toBe('Failed to edit');
});

test.each([
  ['a text', 'ENOENT: no such file', 'ENOENT: no such file'],
  ['a text with blank lines around it', '\n\nENOENT\n\n', 'ENOENT'],
  [
    'a record',
    { success: false, reason: 'locked', hint: 'Close it' },
    '{"success":false,"reason":"locked","hint":"Close it"}',
  ],
  ['text parts', [{ type: 'text', text: 'Error: gone' }], 'Error: gone'],
  [
    'text beside a picture',
    [
      { type: 'image', data: 'x' },
      { type: 'text', text: 'Error: gone' },
    ],
    'Error: gone',
  ],
  [
    'what a server answers',
    { content: [{ type: 'text', text: 'Error: gone' }], isError: true },
    'Error: gone',
  ],
  [
    'both streams',
    { stdout: 'building', stderr: 'ld: no such symbol', exitCode: 1 },
    'ld: no such symbol\nbuilding',
  ],
  ['an error with a message', { error: { message: 'gone' }, output: 'tried' }, 'gone\ntried'],
])('finds the error text in %s', async (_, value, words) => {
  const { result } = await summarized('replace', FILE, value, 'Failed');
  expect(String(result).split('\n').slice(1).join('\n')).toBe(words);
});

test('an error of `null` is not a failure', async () => {
  const entries = JSON.parse(
    JSON.stringify(history().call('read_file', FILE).result(long, '').ai('Hm.').build()).replace(
      '"error":""',
      '"error":null',
    ),
  ) as ReturnType<ReturnType<typeof history>['build']>;
  expect((await compressed(entries))[1]!.blocks[0]).toHaveProperty(
    'result',
    '[read_file a.ts: success, 40 lines]',
  );
});

test('shows no excerpt of a failure without text', async () => {
  expect((await summarized('replace', FILE, '', 'Failed')).result).toBe('[replace a.ts: error]');
  expect((await summarized('replace', FILE, null, 'Failed')).result).toBe('[replace a.ts: error]');
  const rows = { rows: Array.from({ length: 500 }, (_, row) => row) };
  expect((await summarized('replace', FILE, rows, 'Failed')).result).toBe(
    '[replace a.ts: error, 1 field]',
  );
});

test('shows no excerpt of a value that JSON cannot represent, and does not throw', async () => {
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  for (const value of [{ big: 10n }, circle]) {
    const entries = history().call('replace', FILE).result(value, 'Failed').ai('Hm.').build();
    const after = await compressed(entries, { estimateTokens: (list) => list.length * 100 });
    expect(after[1]!.blocks[0]).toMatchObject({
      result: { output: '[replace a.ts: error, 1 field]' },
    });
  }
});

test.each([
  [399, 399],
  [400, 400],
  [401, 400],
  [5_000, 400],
])('of a single line of %d characters, shows %d', async (length, shown) => {
  const { result } = await summarized('replace', FILE, 'error '.padEnd(length, 'x'), 'Failed');
  const [, line] = String(result).split('\n');
  expect(line).toHaveLength(shown);
  expect(line!.endsWith('…')).toBe(length > 400);
});

test.each([
  [30, 30, 30, 30],
  [199, 200, 199, 200],
  [300, 99, 300, 99],
  [300, 100, 299, 100],
  [1_000, 20, 379, 20],
  [20, 1_000, 20, 379],
  [1_000, 1_000, 199, 200],
])(
  'of an error line of %d and a last line of %d characters, shows %d and %d',
  async (first, last, one, two) => {
    const text = `begin\n${'error '.padEnd(first, 'x')}\n${long}${'end '.padEnd(last, 'y')}\n`;
    const { result } = await summarized('replace', FILE, text, 'Failed');
    const [, firstLine, lastLine, ...more] = String(result).split('\n');
    expect(more).toEqual([]);
    expect([firstLine!.length, lastLine!.length]).toEqual([one, two]);
    expect(firstLine).toMatch(/^error x/);
    expect(lastLine).toMatch(/^end y/);
  },
);

test.each([
  ['a command that is shown again', 'python reproduce_error.py\nstart\nValueError: no such unit'],
  [
    'a traceback',
    'Traceback (most recent call last):\n  raise ValueError(x)\nValueError: no such unit',
  ],
  ['a compiler', 'compiling error.c\na.c:3:4: error: no such unit\nmore'],
  ['a test runner', '=== RUN TestErrors\n--- FAIL: TestUnit (0.00s)\nmore'],
  ['a linter', 'checking errors/\n[lint] ERROR task failed\nmore'],
  ['pytest', 'test_error.py F\nE   TypeError: no such unit\nmore'],
  ['nothing but words', 'one\npermission denied for a.ts\nmore'],
])('the first error line is the line that names the error: %s', async (_, text) => {
  const { result } = await summarized('replace', FILE, `${text}\n${long}end`, 'Failed');
  const [, line] = String(result).split('\n');
  expect(line).toMatch(
    /^(?:ValueError: no|a\.c:3:4: error: no|--- FAIL: TestUnit|\[lint\] ERROR|E {3}TypeError: no|permission denied)/,
  );
});

test('shows the first and the last line of a failure without error words', async () => {
  const { result } = await summarized('replace', FILE, `${long}that was all\n\n`, 'Failed');
  expect(result).toBe('[replace a.ts: error, 42 lines]\na line of output\nthat was all');
});

test.each([500, 501, 502, 10_000])(
  'an error of %d characters keeps its first 500',
  async (length) => {
    const given = 'e'.repeat(length);
    const { error } = await summarized('read_file', FILE, long, given);
    // A marker in place of one character would save nothing.
    expect(error).toBe(length <= 501 ? given : `${given.slice(0, 500)}…`);
  },
);

test('does not split a surrogate pair where it truncates the error or the excerpt', async () => {
  const given = `${'e'.repeat(499)}👩 and more`;
  const { error } = await summarized('read_file', FILE, long, given);
  expect(error).toBe(`${'e'.repeat(499)}…`);
  const text = `error ${'x'.repeat(392)}👩${'y'.repeat(100)}`;
  const { result } = await summarized('read_file', FILE, text, 'Failed');
  expect(String(result).isWellFormed()).toBe(true);
});

test('prefers the error message of the agent to error words in file content', async () => {
  const text = `<tool_use_error>String to replace not found in file.\n${'func f() error {\n'.repeat(40)}}`;
  const { result } = await summarized('replace', FILE, text, 'Failed');
  expect(result).toBe(
    '[replace a.ts: error, 42 lines]\n<tool_use_error>String to replace not found in file.\n}',
  );
});

test.each(['…', '…12', '#0a1b2c3d …12', '…\n\n  …4\n'])(
  'a gap marker is not the last line of a failure: %j',
  async (mark) => {
    const value = `Error: no match\n${long}the last word\n${mark}`;
    const { result } = await summarized('replace', FILE, value, 'Failed');
    expect(result).toMatch(/lines\]\nError: no match\nthe last word$/);
  },
);

test('a failure of gap markers only keeps its first and its last marker', async () => {
  const { result } = await summarized('replace', FILE, '…1\n…2\n…3', 'Failed');
  expect(result).toBe('[replace a.ts: error, 3 lines]\n…1\n…3');
});

test('replaces a lone surrogate from JSON-escaped arguments in the summary line', async () => {
  const { result } = await summarized('read_file', '{"file_path":"a\\ud800b.ts"}', long);
  expect(result).toBe('[read_file a\u{FFFD}b.ts: success, 40 lines]');
});
