import { expect, test } from 'vitest';
import type { Inspection, Overview } from '../src/inspect/inspection.ts';
import { createCommand } from './command.ts';
import { jsonLines, log, session, small } from './sessions.ts';

const { run } = createCommand();

function call(id: string, name: string, parameters: object, content: string): object[] {
  const parts = { name, arguments: JSON.stringify(parameters) };
  return [
    { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: parts }] },
    { role: 'tool', tool_call_id: id, content },
  ];
}

const messages = [
  { role: 'user', content: 'Fix it.' },
  ...call('1', 'read_file', { path: 'a.ts' }, 'the old text\n'.repeat(100)),
  ...call('2', 'write_file', { path: 'a.ts', content: 'new' }, 'written'),
  ...call('3', 'run_shell_command', { command: 'npm test' }, 'all fine here'),
  ...call('4', 'run_shell_command', { command: 'npm test' }, 'all fine here'),
  { role: 'tool', tool_call_id: 'nobody', content: 'lost' },
  { role: 'assistant', content: 'Fixed.' },
];

async function inspectJson(stdin: string, ...argv: string[]): Promise<unknown> {
  const { code, stdout } = await run(['inspect', '-', '--json', ...argv], { stdin });
  expect(code).toBe(0);
  return JSON.parse(stdout) as unknown;
}

function sum(shares: readonly { readonly tokens: number }[]): number {
  return shares.reduce((total, { tokens }) => total + tokens, 0);
}

test('returns figures that add up', async () => {
  const found = (await inspectJson(JSON.stringify(messages))) as Inspection;
  expect(found).toMatchObject({ format: 'openai', messages: 11, entries: 11 });
  expect(sum(found.roles)).toBe(found.tokens);
  expect(sum(found.blocks)).toBe(found.tokens - 4 * found.entries);
  expect(found.roles[0]).toMatchObject({ name: 'tool', count: 5 });
  expect(found.tools.find(({ name }) => name === 'run_shell_command')).toMatchObject({
    count: 2,
    failures: 0,
  });
  expect(found.findings.staleReads.count).toBe(1);
  expect(found.findings.staleReads.tokens).toBeGreaterThan(200);
  expect(found.findings.duplicateResults.count).toBe(1);
  expect(found.repairs).toEqual({ 'orphan-response': 1 });
  expect(found.largest[0]).toMatchObject({
    index: 2,
    role: 'tool',
    tool: 'read_file',
    key: 'a.ts',
  });
  expect(found.largest[0]!.text).toMatch(/^the old text the old text/);
});

test('counts calls that have the id of an earlier call, in text and in JSON', async () => {
  const exchange = [
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'Read', input: {} }] },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'a line' }],
    },
  ];
  const repeated = [{ role: 'user', content: 'Fix it.' }, ...exchange, ...exchange, ...exchange];
  const stdin = JSON.stringify(repeated);
  expect(await inspectJson(stdin)).toMatchObject({ repeatedIds: 2, repairs: {} });
  expect((await run(['inspect', '-'], { stdin })).stdout).toMatch(
    /Broken\n {2}2 calls with the id of an earlier call\n/,
  );
  const twice = jsonLines([repeated, repeated]);
  expect((await run(['inspect', '-'], { stdin: twice })).stdout).toMatch(
    /Broken\n {2}4 calls with the id of an earlier call\n/,
  );
  expect(await inspectJson(JSON.stringify(repeated.slice(0, 3)))).toMatchObject({ repeatedIds: 0 });
});

test('does not count equal markers as equal results', async () => {
  const reduced = [
    { role: 'user', content: 'Fix it.' },
    ...call('1', 'read_file', { path: 'a.ts' }, '…100'),
    ...call('2', 'read_file', { path: 'b.ts' }, '…100'),
    ...call('3', 'read_file', { path: 'b.ts' }, '#1f0c9a3e …7'),
    ...call('4', 'read_file', { path: 'b.ts' }, '#1f0c9a3e …7'),
  ];
  const found = (await inspectJson(JSON.stringify(reduced))) as Inspection;
  expect(found.findings.duplicateResults.count).toBe(0);
});

test('draws bars under headings', async () => {
  const { code, stdout, stderr } = await run(['inspect', '-'], { stdin: JSON.stringify(messages) });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const heading of [
    'Roles',
    'Kinds of content',
    'Tools',
    'Redundant',
    'Broken',
    'Largest entries',
  ]) {
    expect(stdout).toContain(heading);
  }
  expect(stdout).toMatch(/tool +█+/);
  expect(stdout).toMatch(/stale reads +1 /);
  expect(madeOf(stdout).at(-1)).toMatch(/^ {2}framing .* around \d+ entries$/);
  expect(sharesOf(madeOf(stdout))).toBeCloseTo(100, -1);
  expect(stdout).toContain('1 tool result without a call');
  expect(stdout).toMatch(/#2 {2}tool +[\d,]+ {2}read_file a\.ts {2}the old text/);
});

/** Returns the rows of the kinds of content. */
function madeOf(drawn: string): string[] {
  return drawn.split('Kinds of content\n')[1]!.split('\n\n')[0]!.split('\n');
}

function sharesOf(rows: readonly string[]): number {
  return rows.reduce((total, row) => total + Number(/([\d.]+) %/.exec(row)?.[1] ?? 0), 0);
}

test('shows sums and the largest of several conversations, and one on request', async () => {
  const stdin = jsonLines([
    { id: 'first', messages: small },
    { messages: session() },
    { id: 'third', messages },
  ]);
  const all = (await inspectJson(`no json\n${stdin}`)) as Overview;
  expect(all).toMatchObject({ conversations: 3, badLines: 1, messages: 2 + 27 + 11 });
  expect(all.largest[0]).toMatchObject({ index: 1, id: 'standard input:3' });
  const byId = (await inspectJson(stdin, '--conversation', 'third')) as Inspection;
  const byIndex = (await inspectJson(stdin, '-c', '2')) as Inspection;
  expect(byId.messages).toBe(11);
  expect(byIndex).toEqual(byId);
  const missing = await run(['inspect', '-', '-c', '3'], { stdin });
  expect(missing.code).toBe(2);
  expect(missing.stderr).toContain(
    'has no conversation "3": expected its id, or its position from 0 to 2',
  );
});

test('inspects a session log as one conversation of records', async () => {
  const { stdout } = await run(['inspect', '-'], { stdin: jsonLines(log()) });
  expect(stdout).toMatch(/session-1 · claude-code · 27 records · 26 entries/);
  expect(stdout).toMatch(/Read +█+ .* 12 calls/);
});

test('inspects an empty conversation', async () => {
  const found = (await inspectJson('[]')) as Inspection;
  expect(found).toMatchObject({ messages: 0, tokens: 0, largest: [] });
  expect((await run(['inspect', '-'], { stdin: '[]' })).code).toBe(0);
});
