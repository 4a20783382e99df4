import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { exitCodeFor, toWriteError } from '../src/errors.ts';
import { createCommand } from './command.ts';
import { session } from './sessions.ts';

const { folder, run } = createCommand();

const bin = fileURLToPath(new URL('../src/bin.ts', import.meta.url));
const text = JSON.stringify(session());
const hasFull = await stat('/dev/full').then(
  () => true,
  () => false,
);

/** Runs the command in a shell, for redirections. */
async function shell(command: string, env: NodeJS.ProcessEnv = {}): Promise<[number, string]> {
  const line = `"${process.execPath}" --conditions=@palimpsest/source "${bin}" ${command}`;
  const child = spawn('sh', ['-c', line], { cwd: folder, env: { ...process.env, ...env } });
  const chunks: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code] = (await once(child, 'close')) as [number];
  return [code, Buffer.concat(chunks).toString()];
}

test.skipIf(!hasFull)(
  'exits with 1 and one line when the device of standard output is full',
  async () => {
    await writeFile(join(folder, 'full.json'), text);
    const sentence =
      'palimpsest: Standard output could not be written: no space is left on the device. Free some, and run the command again.\n';
    for (const command of ['compress full.json --report none', 'inspect full.json', '--help']) {
      expect([command, ...(await shell(`${command} > /dev/full`))]).toEqual([command, 1, sentence]);
    }
    expect(await shell('compress full.json 2> /dev/full > /dev/null')).toEqual([1, '']);
  },
  300_000,
);

test.skipIf(!hasFull)('names a full device of --out as the user typed it', async () => {
  expect(await run(['compress', '-', '--out', '/dev/full'], { stdin: text })).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'palimpsest: --out /dev/full could not be written: no space is left on the device. Free some, and run the command again.\n',
  });
});

test.skipIf(process.platform !== 'linux')(
  'exits with 2 and one line when a folder cannot be created',
  async () => {
    const argv = ['compress', '-', '-r', '0.4', '--originals', '/proc/foo'];
    expect(await run(argv, { stdin: text })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'palimpsest: --originals /proc/foo cannot be created there. Choose another folder.\n',
    });
    const out = await run(['compress', '-', '--out', '/proc/foo.json'], { stdin: text });
    expect([out.code, out.stderr]).toEqual([
      2,
      'palimpsest: --out /proc/foo.json cannot be created there. Choose another folder.\n',
    ]);
  },
);

test.each([
  ['EACCES', 2, /^--out a\.json cannot be written: permission denied\. Check the permissions/],
  ['EROFS', 2, /^--out a\.json is on a read-only file system/],
  ['ENOSPC', 1, /^--out a\.json could not be written: no space is left on the device\. Free some/],
  ['EIO', 1, /^--out a\.json could not be written: the system reported EIO\.$/],
])(
  'names the file of the user in a write error, not the temporary file: %s',
  (code, exit, message) => {
    const seen = Object.assign(new Error(`${code}: open '/x/.a.json.1.tmp'`), { code });
    const failure = toWriteError(seen, '--out a.json');
    expect((failure as Error).message).toMatch(message);
    expect((failure as Error).cause).toBe(seen);
    expect(exitCodeFor(failure)).toBe(exit);
  },
);

test('does not replace a read-only file', async () => {
  const file = join(folder, 'read-only.json');
  await writeFile(file, 'mine');
  await chmod(file, 0o444);
  const before = await readdir(folder);
  expect(await run(['compress', '-', '--out', 'read-only.json'], { stdin: text })).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'palimpsest: --out read-only.json is read-only. Choose another name, or make it writable first.\n',
  });
  expect(await readFile(file, 'utf8')).toBe('mine');
  expect(await readdir(folder)).toEqual(before);
});

test.each([
  ['inspect', ['typo.json', '--html', 'page.html', '--strategy', 'typo']],
  ['diff', ['typo.json', 'missing.json', '--html', 'page.html']],
])('leaves no file when %s fails before it writes', async (command, args) => {
  await writeFile(join(folder, 'typo.json'), text);
  const before = await readdir(folder);
  expect((await run([command, ...args])).code).toBe(2);
  expect(await readdir(folder)).toEqual(before);
});

test('the script of this repository finds a file in the folder where the user typed its name', async () => {
  await writeFile(join(folder, 'typed.json'), text);
  const script = fileURLToPath(new URL('../../../tools/palimpsest.ts', import.meta.url));
  const env = { ...process.env, INIT_CWD: folder };
  const options = { cwd: '/', env, stdio: 'ignore' } as const;
  const child = spawn(process.execPath, [script, 'inspect', 'typed.json'], options);
  expect(await once(child, 'close')).toEqual([0, null]);
}, 30_000);
