import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { openOriginals } from '@palimpsest/originals';
import { fileOriginals } from '@palimpsest/originals/node';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { callWith, newClient } from './connected.ts';

const folder = await mkdtemp(join(tmpdir(), 'palimpsest-recall-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const bin = fileURLToPath(new URL('../src/bin.ts', import.meta.url));
const command = process.execPath;
const argv = (...given: readonly string[]): string[] => [
  '--conditions=@palimpsest/source',
  bin,
  ...given,
];

/** Runs the command until it exits. Returns its exit code and its output. */
async function runCommand(given: readonly string[], input = '') {
  const child = spawn(command, argv(...given), { cwd: folder });
  child.stdin.end(input);
  const closed = once(child, 'close');
  const [stdout, stderr] = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  const [code] = (await closed) as [number];
  return { code, stdout, stderr };
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'a', version: '1' },
  },
};

/** What replaces the originals. */
const note = { role: 'user', content: 'note' };
const userMessage = (content: string): object => ({ role: 'user', content });

test('finds originals that were stored after its start, and none of other sessions', async () => {
  const kept = join(folder, 'kept');
  const transport = new StdioClientTransport({
    command,
    args: argv('--originals', 'kept', '--session', 'alice/42'),
    cwd: folder,
    stderr: 'pipe',
  });
  const client = newClient();
  await client.connect(transport);
  const pid = transport.pid!;
  try {
    const call = callWith(client);
    expect((await call('list_originals')).text).toBe('[nothing was taken out yet]');
    const [mine, theirs] = await Promise.all(
      ['alice/42', 'bob/1'].map((session) => openOriginals(fileOriginals(kept), { session })),
    );
    await mine!.keep([userMessage('first\nthe flux capacitor\nlast')], [note]);
    await theirs!.keep([userMessage('of somebody else')], [note]);

    const id = mine!.idOf(userMessage('first\nthe flux capacitor\nlast')).slice(0, 8);
    expect((await call('list_originals')).text).toContain(`\n${id} user (3 lines`);
    expect((await call('search_history', { query: 'capacitor' })).text).toContain(
      `{"id":"${id}","offset":1,"limit":3} the flux capacitor`,
    );
    expect((await call('recall', { id, offset: 2, limit: 1 })).text).toContain(
      ']\nthe flux capacitor',
    );
    const foreign = theirs!.idOf(userMessage('of somebody else'));
    expect((await call('recall', { id: foreign })).text).toContain('Unknown id');
    expect((await call('search_history', { query: 'somebody' })).text).toContain('nothing that');
    expect(client.getServerVersion()).toMatchObject({ name: 'palimpsest-recall' });
  } finally {
    await client.close();
  }
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
}, 30_000);

test('exits when its input ends, and writes only protocol messages to standard output', async () => {
  const invalid = {
    jsonrpc: '2.0',
    id: 2,
    method: 'tools/call',
    params: { name: 'recall', arguments: [1] },
  };
  const input = [JSON.stringify(INITIALIZE), 'no JSON', '{}', JSON.stringify(invalid), ''].join(
    '\n',
  );
  const { code, stdout, stderr } = await runCommand(['--originals', 'absent'], input);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: 'palimpsest-recall: "absent" does not exist yet; waiting for it.\n',
  });
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(lines).toHaveLength(2);
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: 1, result: expect.anything() as unknown }),
      expect.objectContaining({ id: 2, error: expect.anything() as unknown }),
    ]),
  );
}, 30_000);

test.each<[readonly string[], string]>([
  [[], '--originals DIR is missing'],
  [['--originals'], "Option '--originals <value>' argument missing"],
  [['--originals', ''], '--originals DIR is missing'],
  [['--originals', 'a', '--originals', 'b'], '--originals was given twice'],
  [['--originals', 'a', '--session', 'a', '--session', 'b'], '--session was given twice'],
  [['--original', 'a'], "Unknown option '--original'"],
  [['kept'], "Unexpected argument 'kept'"],
  [
    ['--originals', 'a', '--session', ''],
    'session: expected well-formed text of 1 to 256 characters, got text of 0 characters.',
  ],
  [['--originals', 'file'], '--originals "file" is not a folder.'],
])(
  'rejects %j with one line of error text and exit code 2',
  async (given, sentence) => {
    await writeFile(join(folder, 'file'), '');
    const { code, stdout, stderr } = await runCommand(given);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`palimpsest-recall: ${sentence}`);
    expect(
      stderr
        .trimEnd()
        .split('\n')
        .filter((line) => !line.includes('does not exist yet')),
    ).toHaveLength(1);
  },
  300_000,
);

test.each([
  ['--help', 'palimpsest-recall --originals DIR [--session NAME]'],
  ['--version', '0.'],
])(
  '%s writes to standard error only, and exits with code 0',
  async (option, beginning) => {
    const { code, stdout, stderr } = await runCommand([option]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr.startsWith(beginning)).toBe(true);
  },
  300_000,
);
