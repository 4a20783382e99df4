import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { KeptTexts } from '../src/compress/kept-texts.ts';
import { createWorkers, type Workers } from '../src/workers.ts';
import { createCommand } from './command.ts';
import { jsonLines, session, small } from './sessions.ts';

const { folder, run } = createCommand();

/** Runs the command in a process of its own: its threads need the condition for sources. */
async function runApart(argv: readonly string[]) {
  const bin = fileURLToPath(new URL('../src/bin.ts', import.meta.url));
  const child = spawn(process.execPath, ['--conditions=@palimpsest/source', bin, ...argv], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await closed) as [number];
  return { code, stdout, stderr };
}

const conversation = (id: string, rounds?: number): unknown => ({ id, messages: session(rounds) });

/** JSON lines of different sizes, with a blank line, a line that is not JSON, and no line ending at the end. */
const lines = [
  jsonLines([conversation('long', 40), small, conversation('short', 6)]),
  '\n{"id": "broken\n',
  jsonLines([conversation('b'), small, conversation('c', 20)]).trimEnd(),
].join('');

const withoutTimes = (report: string): string => report.replaceAll(/"ms":[\d.]+/g, '"ms":0');

test('compresses JSON lines in several threads to the same bytes and reports', async () => {
  await writeFile(join(folder, 'many.jsonl'), lines);
  const argv = ['compress', 'many.jsonl', '-r', '0.4', '--skip-bad', '--report', 'json'];
  const more = ['--keep', 'nowhere', '--set', 'compression-preserve-threshold=0.2', '--strict'];
  const alone = await run([...argv, ...more]);
  expect(alone.stderr.trimEnd().split('\n')).toHaveLength(8);
  const together = await runApart([...argv, ...more, '--jobs', '3']);
  expect({ ...together, stderr: withoutTimes(together.stderr) }).toEqual({
    ...alone,
    stderr: withoutTimes(alone.stderr),
  });
}, 60_000);

test('reports the same error as one thread does, after the same output', async () => {
  await writeFile(join(folder, 'broken.jsonl'), lines);
  const argv = ['compress', 'broken.jsonl', '-r', '0.4', '--report', 'none'];
  const alone = await run(argv);
  expect(alone).toMatchObject({ code: 2, stderr: expect.stringContaining('broken.jsonl:5:') });
  expect(await runApart([...argv, '--jobs', 'auto'])).toEqual(alone);
  const toFile = await runApart([...argv, '--jobs', '2', '--out', 'never.jsonl']);
  expect(toFile.code).toBe(2);
  await expect(readFile(join(folder, 'never.jsonl'))).rejects.toThrow('ENOENT');
}, 60_000);

/** Creates workers that end at some lines. */
function createEndingWorkers(): { workers: Workers; kept: KeptTexts } {
  const argv = {
    argv: [],
    positional: undefined,
    positionals: [],
    rest: [],
    get: () => undefined,
    all: () => [],
    has: () => false,
  };
  const kept = new KeptTexts(['a', 'b']);
  const file = new URL('fixture/ending-worker.ts', import.meta.url).href;
  const workers = createWorkers(2, argv, { env: {}, cwd: '/' }, kept, file);
  onTestFinished(() => workers.stop());
  return { workers, kept };
}

const lineOf = (content: string, number: number) =>
  ({ kind: 'line', text: content, number, ending: '' }) as const;
const options = { name: 'many.jsonl', format: undefined };

test('compresses a conversation again when its thread ended, and loses no other', async () => {
  const { workers, kept } = createEndingWorkers();
  const texts = ['a', join(folder, 'ended-once'), 'c', 'd', join(folder, 'ended-too'), 'e'];
  const results = await Promise.all(
    texts.map((content, index) => workers.rewriteLine(lineOf(content, index + 1), options)),
  );
  expect(results.map((result) => 'text' in result && result.text)).toEqual(texts);
  expect(kept.findMissing()).toMatchObject([{ facts: { keep: 'b' } }]);
}, 30_000);

test('names the conversation whose thread ended twice, and compresses the others', async () => {
  const { workers } = createEndingWorkers();
  const results = await Promise.allSettled(
    ['a', 'always', 'b'].map((content, index) =>
      workers.rewriteLine(lineOf(content, index + 7), options),
    ),
  );
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(results[1]).toMatchObject({
    reason: {
      code: 'WORKER_ENDED',
      message:
        'many.jsonl:8: the thread that compressed this conversation ended twice: out of memory. Run the command with --jobs 1.',
    },
  });
}, 30_000);

test('every N-th conversation of each shard together are all of them', async () => {
  await writeFile(join(folder, 'shards.jsonl'), lines);
  const argv = ['compress', 'shards.jsonl', '-r', '0.4', '--skip-bad', '--report', 'json'];
  const whole = (await run(argv)).stdout.split('\n').filter(Boolean);
  const shards = await Promise.all(
    [1, 2, 3].map((first) => run([...argv, '--shard', `${first}/3`])),
  );
  for (const [index, { code, stdout, stderr }] of shards.entries()) {
    const own = whole.filter((_, number) => number % 3 === index);
    expect([code, stdout]).toEqual([0, own.map((line) => `${line}\n`).join('')]);
    expect(stderr.trimEnd().split('\n')).toHaveLength(own.length);
  }
});

test('one conversation belongs to the first shard, and is compressed without threads', async () => {
  await writeFile(join(folder, 'one.json'), JSON.stringify(session()));
  const argv = ['compress', 'one.json', '-r', '0.4', '--report', 'none'];
  const { stdout } = await run(argv);
  expect((await run([...argv, '--jobs', '2'])).stdout).toBe(stdout);
  expect((await run([...argv, '--shard', '1/2'])).stdout).toBe(stdout);
  expect(await run([...argv, '--shard', '2/2'])).toEqual({ code: 0, stdout: '', stderr: '' });
});

test.each([
  [['--jobs', '0'], '--jobs: expected a whole number from 1 to 256, or auto, got "0".'],
  [['--jobs', '1.5'], '--jobs: expected a whole number from 1 to 256, or auto, got "1.5".'],
  [['--jobs', '1000'], '--jobs: expected a whole number from 1 to 256, or auto, got "1000".'],
  [['--jobs', '2', '--originals', 'kept'], '--originals needs --jobs 1.'],
  [
    ['--shard', '3'],
    '--shard: expected K/N with whole numbers, K from 1 to N, such as 1/8, got "3".',
  ],
  [
    ['--shard', '0/3'],
    '--shard: expected K/N with whole numbers, K from 1 to N, such as 1/8, got "0/3".',
  ],
  [
    ['--shard', '4/3'],
    '--shard: expected K/N with whole numbers, K from 1 to N, such as 1/8, got "4/3".',
  ],
  [
    ['--shard', '1/2/3'],
    '--shard: expected K/N with whole numbers, K from 1 to N, such as 1/8, got "1/2/3".',
  ],
])('rejects %j', async (argv, message) => {
  const { code, stderr } = await run(['compress', '-', ...argv], { stdin: '[]' });
  expect([code, stderr]).toEqual([2, `palimpsest: ${message}\n`]);
});
