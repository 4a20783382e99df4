import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCommand } from './command.ts';
import { jsonLines, log, session, small } from './sessions.ts';

const { folder, run } = createCommand();

const good = JSON.stringify({ id: 'good', messages: small });

test.each([
  ['nothing', '', /is empty\. Accepted: a JSON array/],
  ['blank lines', ' \n\r\n\t\n', /is empty/],
  [
    'a broken text',
    '[\n  {"role": "user",\n   "content" "x"}\n]',
    /input:3:14: .*not JSON: expected a colon, got "x"\./,
  ],
  [
    'a line feed in a string',
    '[{"role":"user","content":"x\ny"}]',
    /:1:27: .*that ends in its line, got "x\./,
  ],
  ['a number', '42', /expected a conversation, got 42\. Accepted: /],
  [
    'an object without messages',
    '{"model":"m"}',
    /expected a conversation, got an object with model\./,
  ],
  [
    'messages of a wrong type',
    '{"messages":{"a":1}}',
    /"messages": expected an array, got an object with a\./,
  ],
  [
    'an unknown format',
    '[{"role":"user","content":"a"},{"from":"me"}]',
    /Message 1 is an object with from\. Expected one of openai/,
  ],
  [
    'a line without messages',
    `${good}\n{"id":7}\n`,
    /input:2: expected a conversation, got an object with id\./,
  ],
  [
    'a broken line',
    `${good}\n{"id":\n${good}\n`,
    /input:2:7: this is not JSON: expected a value.*--skip-bad/,
  ],
  [
    'a broken line of a log',
    `${jsonLines(log(1))}{"type":"user","uu\n${jsonLines(log(1))}`,
    /input:6:16: this is not JSON/,
  ],
  [
    'a message of a wrong shape',
    '[{"role":"user","content":"a"},{"role":"tool","content":"b","tool_call_id":"x"},{"role":"wizard"}]',
    /openai message 2: found/,
  ],
] as const)('rejects %s in one line', async (_name, stdin, sentence) => {
  const { code, stdout, stderr } = await run(['compress', '-'], { stdin });
  expect(code).toBe(2);
  expect(stderr).toMatch(sentence);
  expect(stderr).toMatch(/^palimpsest: [^\n]+\.\n$/);
  expect(stdout === '' || `${good}\n`.startsWith(stdout)).toBe(true);
});

test.each([
  ['zeros', Buffer.from([0x89, 0x50, 0, 1, 2]), /binary data/],
  [
    'a cut character',
    Buffer.from('[{"role":"user","content":"日本"}]').subarray(0, 29),
    /bytes that are not UTF-8 text/,
  ],
  ['UTF-16', Buffer.from('\u{FEFF}[]', 'utf16le'), /binary data/],
  [
    'damaged gzip',
    gzipSync('[]').subarray(0, 12),
    /starts like gzip, but is damaged or incomplete/,
  ],
] as const)('rejects %s', async (_name, stdin, sentence) => {
  const { code, stderr } = await run(['compress', '-'], { stdin });
  expect({ code, isOneSentence: /^palimpsest: [^\n]+\n$/.test(stderr) }).toEqual({
    code: 2,
    isOneSentence: true,
  });
  expect(stderr).toMatch(sentence);
});

test('rejects a missing file, a folder, and a missing folder', async () => {
  await mkdir(join(folder, 'a-folder'), { recursive: true });
  await writeFile(join(folder, 'fine.json'), '[]');
  for (const [argv, sentence] of [
    [['compress', 'missing.json'], /missing\.json does not exist/],
    [['inspect', 'a-folder'], /a-folder is a folder/],
    [['compress', 'fine.json/x'], /does not exist/],
    [['compress', 'fine.json', '--out', 'a-folder'], /--out a-folder is a folder/],
    [['compress', 'fine.json', '--out', 'no/where.json'], /its folder does not exist/],
  ] as const) {
    const { code, stderr } = await run(argv);
    expect(code).toBe(2);
    expect(stderr).toMatch(sentence);
  }
});

test('keeps the output file and leaves no temporary file when the input is bad', async () => {
  await writeFile(join(folder, 'kept.jsonl'), 'as it was');
  const stdin = `${good}\n{"id":\n`;
  const { code } = await run(['compress', '-', '--out', 'kept.jsonl'], { stdin });
  expect(code).toBe(2);
  expect(await readFile(join(folder, 'kept.jsonl'), 'utf8')).toBe('as it was');
  expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test('copies bad lines byte for byte and reports them with --skip-bad', async () => {
  const wrong = '{"messages":[{"role":"wizard"},{"role":"tool"}]}';
  const stdin = `{"id": \r\n${good}\n  {"no":"messages"}  \n${wrong}\n[1]\n`;
  const text = await run(['compress', '-', '--skip-bad'], { stdin });
  expect({ code: text.code, stdout: text.stdout }).toEqual({ code: 0, stdout: stdin });
  expect(text.stderr).toContain('4 unreadable lines copied unchanged');
  expect(text.stderr).toContain('standard input:1:');

  const json = await run(['compress', '-', '--skip-bad', '--report', 'json'], { stdin });
  const reports = json.stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(reports[0]).toMatchObject({ id: 'standard input:1', kind: 'skipped' });
  expect(reports.map((report) => Reflect.get(report, 'kind') as unknown)).toEqual([
    'skipped',
    'noop',
    'skipped',
    'skipped',
    'skipped',
  ]);
});

test('keeps a bad line of a session log at its place with --skip-bad', async () => {
  const lines = log().map((record) => JSON.stringify(record));
  const stdin = [...lines.slice(0, 4), 'no json', ...lines.slice(4), ''].join('\n');
  const argv = ['compress', '-', '-r', '0.3', '--skip-bad'];
  const { code, stdout, stderr } = await run(argv, { stdin });
  expect(code).toBe(0);
  expect(stdout.startsWith(stdin)).toBe(true);
  expect(stderr).toContain('1 unreadable line');
});

/** Returns an output without the name of its input, and without the ids of records of a compaction, which are new each time. */
const shown = (text: string): string =>
  text.replaceAll('incomplete.jsonl', 'whole.jsonl').replaceAll(/[\da-f-]{36}/g, 'uuid');

test.each([
  ['compress', '-t', '3000', '--originals', 'incomplete-kept'],
  ['restore', '--originals', 'incomplete-kept'],
  ['inspect'],
  ['diff', 'whole.jsonl'],
])('%s leaves out an incomplete last line of a session log, and says so', async (...argv) => {
  const [command, ...more] = argv;
  const whole = jsonLines(log());
  const lines = whole.trimEnd().split('\n').length;
  await writeFile(join(folder, 'whole.jsonl'), whole);
  await writeFile(join(folder, 'incomplete.jsonl'), `${whole}{"type":"user","uu`);
  const warning = `incomplete.jsonl:${lines + 1}: the last line of the log is incomplete, as while it is being written, and is left out.`;
  const found = await run([command, 'incomplete.jsonl', ...more]);
  const expected = await run([command, 'whole.jsonl', ...more]);
  expect(found).toMatchObject({ code: 0, stderr: expect.stringContaining(warning) });
  expect(expected.stderr).not.toContain('is incomplete');
  expect(shown(found.stdout)).toBe(shown(expected.stdout));
});

test('a JSON report has a line about an incomplete last line', async () => {
  const stdin = `${jsonLines(log())}{"type":"user","uu`;
  const { stderr } = await run(['compress', '-', '-t', '3000', '--report', 'json'], { stdin });
  expect(JSON.parse(stderr.trimEnd().split('\n').at(-1)!)).toMatchObject({
    kind: 'warning',
    reason: expect.stringContaining('is incomplete') as string,
  });
});

function call(id: unknown, parameters: unknown): object {
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name: 'look', arguments: parameters } }],
  };
}

test('repairs broken histories, reports it, and keeps everything else', async () => {
  const messages = [
    { role: 'user', content: 'Start' },
    { role: 'tool', tool_call_id: 'nowhere', content: 'an orphan' },
    call('a', '{"x":1}'),
    { role: 'user', content: 'You never answered \u{D800}.' },
    call('b', 'no json'),
    { role: 'tool', tool_call_id: 'b', content: null },
    { role: 'tool', tool_call_id: 'b', content: 'twice' },
    call('b', 'null'),
    { role: 'tool', tool_call_id: 'b', content: 'the same id again' },
    { role: 'assistant', content: null },
    call('', '5'),
    { role: 'tool', tool_call_id: '', content: 'no id' },
    { role: 'user', content: 'End' },
  ];
  const stdin = JSON.stringify(messages);
  const { code, stdout, stderr } = await run(
    ['compress', '-', '-t', '100000', '--report', 'json'],
    { stdin },
  );
  expect(code).toBe(0);
  const report = JSON.parse(stderr) as {
    readonly kind: string;
    readonly repaired: { readonly kind: string }[];
  };
  expect(report.kind).toBe('noop');
  expect(report.repaired.map(({ kind }) => kind).toSorted()).toEqual([
    'blank-entry',
    'duplicate-response',
    'lone-surrogate',
    'missing-id',
    'orphan-response',
    'unanswered-call',
  ]);
  const written = JSON.parse(stdout) as unknown[];
  for (const message of [
    messages[0],
    messages[4],
    messages[6],
    messages[7],
    messages[8],
    messages[12],
  ]) {
    expect(written).toContainEqual(message);
  }
  const again = await run(['compress', '-', '-t', '100000', '--report', 'none'], { stdin: stdout });
  expect(again.stdout).toBe(stdout);
});

const callOf = (input: string): string =>
  `[{"role":"user","content":"go"},{"role":"assistant","content":[{"type":"tool_use","name":"x","input":${input}}]},{"role":"user","content":"and?"}]`;
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

test('accepts tool parameters of any type', async () => {
  for (const input of [nested(100), '5', '"text"', 'null', '[1]', '{"a":{"b":[]}}']) {
    const stdin = callOf(input);
    const { code, stdout } = await run(['compress', '-', '-t', '1000000'], { stdin });
    expect(code).toBe(0);
    expect(() => JSON.parse(stdout) as unknown).not.toThrow();
  }
});

test('rejects a call whose parameters have more than 100 levels', async () => {
  const { code, stdout, stderr } = await run(['compress', '-'], { stdin: callOf(nested(20_000)) });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^palimpsest: [^\n]*more than 100 levels[^\n]*\n$/);
});

test('accepts a message of ten million characters', async () => {
  const content = 'word '.repeat(2_000_000);
  const messages = [{ role: 'user', content }, ...session(1, 1)];
  const stdin = JSON.stringify({ messages });
  const { code, stdout } = await run(['compress', '-', '-t', '10000000'], { stdin });
  expect(code).toBe(0);
  expect(stdout).toBe(stdin);
});

test('returns exit code 0 or 2 and at most one line for any input', async () => {
  const json = ['{', '}', '[', ']', ',', ':', '"', '\\', 'null', '1e9', '{"messages":[]}'];
  const names = ['"messages"', '"role"', '"user"', '"content"', '"type"'];
  const around = ['\n', '\r\n', ' ', '\u{FEFF}', '\0', JSON.stringify(small)];
  const pieces = fc.constantFrom(...json, ...names, ...around);
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join('')),
        fc.string(),
      ),
      async (stdin) => {
        const { code, stderr } = await run(['compress', '-', '--report', 'none'], { stdin });
        expect(stderr).toMatch(code === 0 ? /^$/ : /^palimpsest: [^\n]+\n$/);
        expect([0, 2]).toContain(code);
      },
    ),
    { numRuns: 300 },
  );
});
