import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createCommand } from './command.ts';
import { jsonLines, session, small } from './sessions.ts';

const { folder } = createCommand();

const bin = fileURLToPath(new URL('../src/bin.ts', import.meta.url));

function start(argv: readonly string[]): ReturnType<typeof spawn> {
  const source = ['--conditions=@palimpsest/source', bin];
  return spawn(process.execPath, [...source, ...argv], { cwd: folder });
}

async function textOf(stream: AsyncIterable<unknown> | null): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream ?? []) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function hasTemporaryFile(): Promise<boolean> {
  return (await readdir(folder)).some((name) => name.startsWith('.result.jsonl.'));
}

test('names the version of Node that it needs, in an older one', async () => {
  const older = `data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'20.20.2'}})`;
  const options = ['--import', older, '--conditions=@palimpsest/source', bin, 'strategies'];
  const child = spawn(process.execPath, options, { cwd: folder });
  const closed = once(child, 'close');
  await expect(textOf(child.stderr)).resolves.toBe(
    'palimpsest: expected Node 22.13 or newer, got 20.20.2.\n',
  );
  await expect(closed).resolves.toEqual([2, null]);
});

test('reads a pipe, writes data and report separately, and sets its exit code', async () => {
  const child = start(['compress', '-', '-t', '1', '--strict', '--report', 'json']);
  child.stdin!.end(JSON.stringify(session()));
  const closed = once(child, 'close');
  const [stdout, stderr] = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  const [code] = (await closed) as [number];
  expect(code).toBe(3);
  expect(JSON.parse(stdout)).toBeInstanceOf(Array);
  expect(JSON.parse(stderr)).toMatchObject({ id: 'standard input', kind: 'applied' });
}, 30_000);

test('ends silently when the reader closes the pipe', async () => {
  await writeFile(
    join(folder, 'many.jsonl'),
    jsonLines(Array.from({ length: 20_000 }, () => small)),
  );
  const child = start(['compress', 'many.jsonl', '--report', 'none']);
  await once(child.stdout!, 'data');
  child.stdout!.destroy();
  const closed = once(child, 'close');
  const stderr = await textOf(child.stderr);
  const [code] = (await closed) as [number];
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
}, 30_000);

test('ends after a failure while its input pipe stays open', async () => {
  const child = start(['compress', '-']);
  child.stdin!.write(`{"no":"messages"}\n${'{"id":1,"messages":[]}\n'.repeat(30)}`);
  const [code] = (await once(child, 'close')) as [number];
  expect(code).toBe(2);
}, 30_000);

test('leaves no temporary file and no result when interrupted', async () => {
  const child = start(['compress', '-', '--out', 'result.jsonl']);
  child.stdin!.write(jsonLines([small, small, small]));
  await expect.poll(hasTemporaryFile, { timeout: 20_000 }).toBe(true);
  child.kill('SIGINT');
  const [code] = (await once(child, 'close')) as [number];
  expect(code).toBe(130);
  expect((await readdir(folder)).filter((name) => name.includes('result.jsonl'))).toEqual([]);
}, 30_000);

test.each(['SIGTERM', 'SIGHUP'] as const)(
  'passes %s on to the command that it runs',
  async (signal) => {
    const script = `process.on('${signal}', () => process.exit(9)); setInterval(() => {}, 1_000); console.log('ready');`;
    const child = start(['run', '--originals', 'proxy', '--', process.execPath, '-e', script]);
    await once(child.stdout!, 'data');
    child.kill(signal);
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(9);
  },
  30_000,
);

test('imports no command for --version and --help', async () => {
  const hook =
    "import { registerHooks } from 'node:module'; registerHooks({ load(url, context, next) { process.stderr.write(url + '\\n'); return next(url, context); } });";
  for (const argument of ['--version', '--help']) {
    const argv = ['--import', `data:text/javascript,${encodeURIComponent(hook)}`];
    const source = [...argv, '--conditions=@palimpsest/source', bin, argument];
    const child = spawn(process.execPath, source, { cwd: folder });
    const loaded = (await textOf(child.stderr)).match(/packages\/[\w-]+\/src/g);
    expect(new Set(loaded)).toEqual(new Set(['packages/cli/src', 'packages/core-types/src']));
  }
}, 30_000);
