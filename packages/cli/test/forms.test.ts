import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createCommand } from './command.ts';
import { jsonLines, log, session, small } from './sessions.ts';

const { folder, run } = createCommand();

const RATIO = ['--target-ratio', '0.3', '--report', 'none'];

function flat(value: object, indent: string): string {
  const members = Object.entries(value).map(
    ([name, member]) =>
      indent + (Array.isArray(value) ? '' : `"${name}":`) + JSON.stringify(member),
  );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return [open, members.join(',\n'), close].join('\n');
}

test.each([
  ['compact', (value: object) => JSON.stringify(value)],
  ['two spaces', (value: object) => JSON.stringify(value, null, 2)],
  ['four spaces and a last line feed', (value: object) => `${JSON.stringify(value, null, 4)}\n`],
  ['tabs', (value: object) => JSON.stringify(value, null, '\t')],
  ['CRLF', (value: object) => `${JSON.stringify(value, null, 2)}\n`.replaceAll('\n', '\r\n')],
  ['a member in each line', (value: object) => flat(value, '')],
  [
    'an indented message in each line',
    (value: object) => (Array.isArray(value) ? flat(value, '  ') : JSON.stringify(value, null, 2)),
  ],
])(
  'writes a changed array and a changed object in the style of the input: %s',
  async (_, write) => {
    for (const value of [session(), { model: 'm', messages: session(), n: 1 }]) {
      const { code, stdout } = await run(['compress', '-', ...RATIO], { stdin: write(value) });
      expect(code).toBe(0);
      expect(stdout).toBe(write(JSON.parse(stdout) as object));
      expect(stdout.length).toBeLessThan(write(value).length / 2);
    }
  },
);

test('keeps the values of unchanged messages and members, also of numbers with many digits', async () => {
  const messages = session().map((message) => JSON.stringify(message));
  const exact =
    '{"role":"user","content":"café","n":12345678901234567890,"x":[0.1,98765432109876543,1e400,-1E+400]}';
  // On one line, and with a member in each line.
  for (const line of ['', '\n']) {
    const begin = `{${line}"id":11111111111111111111,${line}"messages":[`;
    const end = `,${exact}],${line}"after":[9007199254740993]${line}}`;
    const stdin = begin + messages.join(',') + end;
    const { stdout } = await run(['compress', '-', ...RATIO], { stdin });
    expect(stdout.startsWith(begin)).toBe(true);
    expect(stdout.endsWith(end)).toBe(true);
    expect(stdout.length).toBeLessThan(stdin.length / 2);
  }
});

test('keeps numbers with many digits in the records that a compaction copies', async () => {
  const exact = '"input":{"id":12345678901234567890,"limit":1e400}';
  const content = [
    { type: 'text', text: 'Done.' },
    { type: 'tool_use', id: 'toolu_z', name: 'Read', input: {} },
  ];
  const last = { type: 'assistant', uuid: 'uuid-z', message: { role: 'assistant', content } };
  const stdin = jsonLines([...log(), last]).replace('"input":{}', exact);
  const { code, stdout } = await run(['compress', '-', '-t', '3000'], { stdin });
  expect(code).toBe(0);
  expect(stdout.startsWith(stdin)).toBe(true);
  expect(stdout.slice(stdin.length)).toContain(exact);
});

test('returns an unchanged conversation byte for byte, in any form', async () => {
  const inputs = [
    ` [ {"role":"user",\r\n "content":"a\\u0041"} ]\r\n\r\n`,
    `{"messages":[ ]}`,
    jsonLines([{ id: 1, messages: small }, small, { messages: [] }], '\r\n'),
    `\n\n${jsonLines([{ id: 'x', messages: small }])}\n \n`,
    jsonLines(log(1)),
    jsonLines(log(1)).trimEnd(),
  ];
  for (const stdin of inputs) {
    const { code, stdout } = await run(['compress', '-', '-t', '100_000'], { stdin });
    expect({ code, stdout }).toEqual({ code: 0, stdout: stdin });
  }
});

test('reads a file with a mark of the byte order, and writes none', async () => {
  const text = JSON.stringify(small);
  const { code, stdout } = await run(['compress', '-'], { stdin: `\u{FEFF}${text}` });
  expect([code, stdout]).toEqual([0, text]);
});

test('keeps the order and the other members of JSON lines, and unchanged lines', async () => {
  const lines = [
    { id: 'a', messages: small, tag: [1] },
    { messages: session(), source: 's', meta: { deep: [null] } },
    { id: 'c', messages: small },
  ].map((value) => JSON.stringify(value));
  const stdin = lines.join('\r\n');
  const { code, stdout } = await run(['compress', '-', '-t', '2000'], { stdin });
  expect(code).toBe(0);
  const written = stdout.split('\r\n');
  expect(written).toHaveLength(3);
  expect([written[0], written[2]]).toEqual([lines[0], lines[2]]);
  const changed = JSON.parse(written[1]!) as { source: string; messages: unknown[]; meta: unknown };
  expect(Object.keys(changed)).toEqual(['messages', 'source', 'meta']);
  expect(changed.meta).toEqual({ deep: [null] });
  expect(written[1]!.length).toBeLessThan(lines[1]!.length / 2);
});

test('keeps a session log byte for byte, and writes a compaction after it', async () => {
  const records = log().map((record) => JSON.stringify(record).replace('":', '" : '));
  const stdin = `${records.join('\n')}\n`;
  const argv = ['compress', '-', '-t', '3000'];
  const { code, stdout, stderr } = await run(argv, { stdin });
  expect(code).toBe(0);
  expect(stderr).toContain('session-1 · claude-code');
  expect(stdout.startsWith(stdin)).toBe(true);
  const added = stdout.slice(stdin.length);
  const [boundary, report] = added.split('\n').map((line) => JSON.parse(line || '{}') as object);
  expect(boundary).toMatchObject({ parentUuid: null, subtype: 'compact_boundary' });
  expect(report).toMatchObject({ isCompactSummary: true });
  expect(added.length).toBeLessThan(stdin.length / 2);
  expect(stdout.endsWith('\n')).toBe(true);
  // The next compression starts there.
  const again = await run([...argv, '--report', 'json'], { stdin: stdout });
  expect(JSON.parse(again.stderr)).toMatchObject({ kind: 'noop' });
  expect(again.stdout).toBe(stdout);
});

test('replaces its input file, compressed if the name ends in .gz', async () => {
  const plain = join(folder, 'plain.json');
  const packed = join(folder, 'packed.jsonl.gz');
  const text = jsonLines([{ id: 1, messages: session() }]);
  await writeFile(plain, text);
  await writeFile(packed, gzipSync(text));

  const argv = [...RATIO, '--originals', 'kept', '--out'];
  expect((await run(['compress', 'plain.json', ...argv, 'plain.json'])).code).toBe(0);
  expect((await run(['compress', 'packed.jsonl.gz', ...argv, packed])).code).toBe(0);
  const unpacked = await run(['compress', 'packed.jsonl.gz', '--report', 'none']);

  const written = await readFile(plain, 'utf8');
  expect(written.length).toBeLessThan(text.length / 2);
  expect(gunzipSync(await readFile(packed)).toString()).toBe(written);
  expect(unpacked.stdout).toBe(written);
});

test('without originals, the only copy is not replaced', async () => {
  const file = join(folder, 'only.json');
  await writeFile(file, jsonLines([{ messages: session() }]));
  await symlink(file, join(folder, 'link.json'));
  for (const out of ['only.json', './link.json', file]) {
    const { code, stderr } = await run(['compress', 'only.json', ...RATIO, '--out', out]);
    expect(code).toBe(2);
    expect(stderr).toContain('Add --originals DIR, which can restore it');
  }
  expect(await readFile(file, 'utf8')).toBe(jsonLines([{ messages: session() }]));
});

test('without originals, a session log is its own output: it keeps its records', async () => {
  const file = join(folder, 'log.jsonl');
  await writeFile(file, jsonLines(log()));
  const { code } = await run(['compress', file, '-t', '3000', '--out', file]);
  expect(code).toBe(0);
  const written = await readFile(file, 'utf8');
  expect(written.startsWith(jsonLines(log()))).toBe(true);
  expect(written).toContain('compact_boundary');
});

const long = 'a line of the file\n'.repeat(500);
const anthropic = [
  { role: 'user', content: 'Go.' },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'Read', input: {} }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: long }] },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'b', name: 'Read', input: {} }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'b', content: 'short' }] },
  { role: 'assistant', content: 'Read it.' },
];
const gemini = [
  { role: 'user', parts: [{ text: 'Go.' }] },
  { role: 'model', parts: [{ functionCall: { name: 'read_file', args: { path: 'a' } } }] },
  {
    role: 'user',
    parts: [{ functionResponse: { name: 'read_file', response: { output: long } } }],
  },
  { role: 'model', parts: [{ text: 'Read it.' }] },
];
const items = [
  { role: 'user', content: 'Go.' },
  { type: 'function_call', call_id: 'a', name: 'read_file', arguments: '{"path":"a"}' },
  { type: 'function_call_output', call_id: 'a', output: long },
  { type: 'function_call', call_id: 'b', name: 'read_file', arguments: '{"path":"b"}' },
  { type: 'function_call_output', call_id: 'b', output: 'short' },
  { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Read it.' }] },
];
const codexLog = [
  { timestamp: '2026-01-01T00:00:00Z', type: 'session_meta', payload: { id: 's-1', cwd: '/work' } },
  ...items.map((payload) => ({
    timestamp: '2026-01-01T00:00:01Z',
    type: 'response_item',
    payload,
  })),
  { timestamp: '2026-01-01T00:00:02Z', type: 'event_msg', payload: { type: 'token_count' } },
];
test('reads a Codex log as one conversation, and writes a compaction after it', async () => {
  const stdin = jsonLines(codexLog);
  const { code, stdout, stderr } = await run(['compress', '-', '-r', '0.4'], { stdin });
  expect([code, stderr]).toEqual([0, expect.stringContaining('s-1')]);
  expect(stdout.startsWith(stdin)).toBe(true);
  const added = stdout.slice(stdin.length);
  expect(JSON.parse(added)).toMatchObject({ type: 'compacted' });
  expect(added.length).toBeLessThan(stdin.length / 2);
});

test.each([
  ['openai', session()],
  ['openai-responses', items],
  ['codex', codexLog],
  ['anthropic', anthropic],
  ['gemini', gemini],
  ['claude-code', log()],
] as const)(
  'detects %s, accepts its name, and writes the same format',
  async (format, messages) => {
    const stdin = JSON.stringify(messages);
    const argv = ['compress', '-', '-r', '0.4', '--report', 'json'];
    const found = await run(argv, { stdin });
    const named = await run([...argv, '--format', format], { stdin });
    expect(found.code).toBe(0);
    expect(JSON.parse(found.stderr)).toMatchObject({ kind: 'applied' });
    expect(named.stdout).toBe(found.stdout);
    // A log keeps its records.
    const kept = format === 'claude-code' || format === 'codex' ? stdin.length : 0;
    expect(found.stdout.length - kept).toBeLessThan(stdin.length / 2);
    const inspected = await run(['inspect', '-', '--json'], { stdin: found.stdout });
    expect(JSON.parse(inspected.stdout)).toMatchObject({ format, repairs: {} });
  },
);

test('applies settings', async () => {
  const stdin = JSON.stringify(session());
  const argv = ['compress', '-', '-t', '4000', '--report', 'none'];
  const half = await run([...argv, '--set', 'compression-preserve-threshold=0.5'], { stdin });
  const other = await run([...argv, '--set', 'compression.strategy=top-down-truncation'], {
    stdin,
  });
  const named = await run([...argv, '--strategy', 'top-down-truncation'], { stdin });
  const usual = await run(argv, { stdin });
  expect(other.stdout).toBe(named.stdout);
  expect(new Set([half.stdout, other.stdout, usual.stdout]).size).toBe(3);
  const limit = await run(['compress', '-', '--context-limit', '9000', '--report', 'json'], {
    stdin,
  });
  expect(JSON.parse(limit.stderr)).toMatchObject({ targetTokens: 4590 });
});
