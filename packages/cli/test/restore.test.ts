import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCommand } from './command.ts';
import { deleteOriginals } from './delete-originals.ts';
import { jsonLines, log, session } from './sessions.ts';

const { folder, run } = createCommand();

let count = 0;
const fresh = (): string => `kept-${(count += 1)}`;

async function compressed(text: string, originals: string, ...more: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(
    ['compress', '-', '-r', '0.4', '--originals', originals, ...more],
    { stdin: text },
  );
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.length).toBeLessThan(text.length);
  return stdout;
}

test.each([
  ['one line', JSON.stringify(session())],
  ['many lines', `${JSON.stringify({ id: 'a', messages: session() }, undefined, 2)}\n`],
  ['JSON lines', jsonLines([{ id: 'a', messages: session() }, { messages: session(3) }])],
])('restores a compressed input byte for byte: %s', async (_, text) => {
  const originals = fresh();
  const small = await compressed(text, originals);
  const { stdout, stderr, code } = await run(
    ['restore', '-', '--originals', originals, '--strict'],
    { stdin: small },
  );
  expect(stdout).toBe(text);
  expect(code).toBe(0);
  expect(stderr).toMatch(/restored +\d+ messages/);
});

test('restores a session log byte for byte after two compressions, with its content in the folder', async () => {
  const originals = fresh();
  const argv = ['--originals', originals, '--report', 'none'];
  const compress = async (stdin: string): Promise<string> => {
    const { code, stdout } = await run(['compress', '-', '-r', '0.4', ...argv], { stdin });
    expect([code, stdout.startsWith(stdin), stdout === stdin]).toEqual([0, true, false]);
    return stdout;
  };
  const text = jsonLines(log());
  const more = jsonLines(
    log()
      .slice(1)
      .map((record, at) => ({ ...record, uuid: `later-${at}` })),
  );
  const once = await compress(text);
  const twice = await compress(once + more);
  const restored = await run(['restore', '-', '--originals', originals, '--strict'], {
    stdin: twice,
  });
  expect([restored.code, restored.stdout]).toEqual([0, text + more]);
  expect(restored.stderr).toMatch(/restored +1 log as before the compaction/);
  const [id] = /#[\da-f]{8}/.exec(once.slice(text.length))!;
  const recalled = await run(['recall', id, '--originals', originals]);
  expect(recalled.stdout).toMatch(/^line \d+\n/m);
});

test('restores several compressions of one file, and keeps appended messages', async () => {
  const originals = fresh();
  const all = session();
  const file = join(folder, 'growing.json');
  await writeFile(file, JSON.stringify(all.slice(0, 16)));
  for (const more of [all.slice(16, 22), all.slice(22)]) {
    const argv = ['compress', file, '-r', '0.5', '--originals', originals, '-o', file];
    expect((await run(argv)).code).toBe(0);
    const messages = JSON.parse(await readFile(file, 'utf8')) as unknown[];
    await writeFile(file, JSON.stringify([...messages, ...more]));
  }
  expect((await run(['restore', file, '--originals', originals, '-o', file])).code).toBe(0);
  expect(await readFile(file, 'utf8')).toBe(JSON.stringify(all));
});

test('reports that a later compression started from the originals', async () => {
  const originals = fresh();
  const all = session();
  const file = join(folder, 'again.json');
  await writeFile(file, JSON.stringify(all));
  const compress = async (...more: string[]): Promise<string> =>
    (await run(['compress', file, '--originals', originals, '-o', file, ...more])).stderr;
  const [first] = (await compress('-r', '0.5', '--report', 'json')).trim().split('\n');
  expect(JSON.parse(first!)).not.toHaveProperty('startedFrom');
  const { tokensBefore } = JSON.parse(first!) as { tokensBefore: number };
  const [second] = (await compress('-r', '0.4', '--report', 'json')).trim().split('\n');
  expect(JSON.parse(second!)).toMatchObject({
    startedFrom: 'originals',
    originalTokens: tokensBefore,
  });
  expect(await compress('-r', '0.3')).toMatch(/^ +source +the originals, [\d,]+ tokens$/m);
});

test('lets only the owner read originals', async () => {
  const originals = fresh();
  await compressed(JSON.stringify(session()), originals);
  const root = join(folder, originals);
  for (const name of ['', ...(await readdir(root, { recursive: true }))]) {
    const found = await stat(join(root, name));
    expect([name, found.mode & 0o777]).toEqual([name, found.isDirectory() ? 0o700 : 0o600]);
  }
});

test('reports missing originals, and exits with 3 with --strict', async () => {
  const originals = fresh();
  const small = await compressed(JSON.stringify(session()), originals);
  deleteOriginals(join(folder, originals));
  const argv = ['restore', '-', '--originals', originals];
  const lax = await run(argv, { stdin: small });
  const strict = await run([...argv, '--strict', '--report', 'json'], { stdin: small });
  expect([lax.code, strict.code]).toEqual([0, 3]);
  expect(JSON.parse(lax.stdout)).toEqual(JSON.parse(small));
  expect(lax.stderr).toMatch(/missing +\d+ originals: no longer in the folder/);
  const report = JSON.parse(strict.stderr) as { restored: number; missing: { reason: string }[] };
  expect(report.restored).toBe(0);
  expect(new Set(report.missing.map(({ reason }) => reason))).toEqual(new Set(['absent']));
});

test('does not restore originals of another session', async () => {
  const originals = fresh();
  const small = await compressed(JSON.stringify(session()), originals, '--session', 'ann');
  const argv = ['restore', '-', '--originals', originals, '--session'];
  const other = await run([...argv, 'bob'], { stdin: small });
  expect(other.stdout).toBe(small);
  expect(other.stderr).toMatch(/nothing: no compression in this session/);
  expect((await run([...argv, 'ann'], { stdin: small })).stdout).toBe(JSON.stringify(session()));
});

test.each([
  ['another session', ['--session', 'bob']],
  ['an empty folder', ['--originals', 'nothing']],
  ['a deleted file', []],
])('warns when nothing was restored, and exits with 3 with --strict: %s', async (name, more) => {
  const originals = fresh();
  const small = await compressed(JSON.stringify(session()), originals);
  await mkdir(join(folder, 'nothing'), { recursive: true });
  if (name === 'a deleted file') await rm(join(folder, originals, 'originals.sqlite'));
  const where = more[0] === '--originals' ? more : ['--originals', originals, ...more];
  const lax = await run(['restore', '-', ...where], { stdin: small });
  const strict = await run(['restore', '-', ...where, '--strict', '--report', 'json'], {
    stdin: small,
  });
  expect([lax.code, strict.code]).toEqual([0, 3]);
  expect([lax.stdout, strict.stdout]).toEqual([small, small]);
  expect(lax.stderr).toMatch(/palimpsest: Nothing was restored in 1 conversation: .*--session\./);
  expect(strict.stderr).toMatch(/^\{"kind":"warning","conversations":"1","reason":"/m);
});

test('does not warn when nothing was compressed', async () => {
  const originals = fresh();
  await compressed(JSON.stringify(session()), originals);
  const { code, stderr } = await run(['restore', '-', '--originals', originals, '--strict'], {
    stdin: JSON.stringify([...session(5), { role: 'user', content: '…' }]),
  });
  expect(code).toBe(0);
  expect(stderr).not.toContain('Nothing was restored');
});

test('rejects invalid options and says what is expected', async () => {
  await mkdir(join(folder, 'empty'), { recursive: true });
  await writeFile(join(folder, 'file'), '');
  for (const [argv, message] of [
    [['restore', '-'], /needs --originals DIR/],
    [['restore', '-', '--originals', 'nowhere'], /nowhere does not exist/],
    [['restore', '-', '--originals', 'file'], /file is not a folder/],
    [['compress', '-', '--originals', 'file'], /file is not a folder/],
    [['compress', '-', '--session', 'a'], /--session needs --originals/],
    [['restore', '-', '--originals', 'empty', '--session', ''], /session/],
  ] as const) {
    const { code, stderr } = await run(argv, { stdin: '[]' });
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  }
});

test('a secret never reaches the folder, unless --keep-secrets is given', async () => {
  // Put together here, so that this file holds nothing that looks like a token.
  const token = `ghp_${'a1B2'.repeat(9)}`;
  const [system, ...messages] = session() as readonly object[];
  const lines = Array.from({ length: 400 }, (_, at) => `${at} some line of a file`).join('\n');
  const said = { role: 'user', content: `${lines}\nGITHUB_TOKEN=${token}\n${lines}` };
  const text = JSON.stringify([system, said, ...messages]);
  const restored = async (...more: string[]) => {
    const originals = fresh();
    const small = await compressed(text, originals, ...more);
    const files = await readdir(join(folder, originals), { recursive: true, withFileTypes: true });
    const stored = await Promise.all(
      files
        .filter((file) => file.isFile())
        .map((file) => readFile(join(file.parentPath, file.name))),
    );
    const { stdout } = await run(['restore', '-', '--originals', originals], { stdin: small });
    return { stdout, isStored: Buffer.concat(stored).includes(token) };
  };
  const kept = await restored('--keep-secrets');
  expect(kept).toEqual({ stdout: text, isStored: true });
  const redacted = await restored();
  expect(redacted.isStored).toBe(false);
  expect(redacted.stdout).toContain('GITHUB_TOKEN=[secret: GitHub token]');
});
