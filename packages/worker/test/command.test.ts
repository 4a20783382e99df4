import { queueCompressions } from '@palimpsest/worker';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { main } from '../src/command/main.ts';
import { errorKind, formatEvent } from '../src/job-event.ts';
import { readArguments } from '../src/command/read-arguments.ts';
import { createJob, createPlace, ended, PATIENT, url } from './setup.ts';

const folder = await mkdtemp(join(tmpdir(), 'palimpsest-worker-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const bin = fileURLToPath(new URL('../src/bin.ts', import.meta.url));
const config = fileURLToPath(new URL('fixture/config.ts', import.meta.url));

test.skipIf(url === undefined)(
  'logs one line for each job without content, and exits with code 0 after SIGTERM',
  async () => {
    const { connection, queue } = createPlace();
    const compressions = queueCompressions({ ...PATIENT, connection, queue });
    const argv = ['--redis', connection, '--config', config, '--queue', queue];
    const child = spawn(process.execPath, [
      '--conditions=@palimpsest/source',
      bin,
      ...argv,
      '--concurrency',
      '1',
    ]);
    let [output, errors] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const exited = once(child, 'exit');
    try {
      for (const id of ['works-1', 'fails-2']) await compressions.start(createJob(id));
      const states = [await ended(compressions, 'works-1'), await ended(compressions, 'fails-2')];
      expect(states.map(({ kind }) => kind)).toEqual(['done', 'failed']);
      expect(child.kill('SIGTERM')).toBe(true);
      expect(await exited).toEqual([0, null]);
    } finally {
      child.kill('SIGKILL');
      await exited;
      await compressions.close();
    }
    expect(errors).toBe('');
    expect(output.trimEnd().split('\n')).toEqual([
      `working on "${queue}", 1 job at a time, process ${child.pid}`,
      expect.stringMatching(
        /^done works-1 top-down-truncation \d+ ms \d+ -> \d+ tokens$/,
      ) as string,
      expect.stringMatching(/^failed fails-2 top-down-truncation \d+ ms TypeError, for good$/),
      'closed',
    ]);
  },
  300_000,
);

const facts = { id: 'a', strategy: 'one-shot', ms: 5 };

test('a line has only the code or the name of an error', () => {
  const failed = { ...facts, kind: 'failed', willRetry: true } as const;
  const quoting = Object.assign(new Error('secret'), { code: 'two words', name: 'also words' });
  expect(formatEvent({ ...failed, error: quoting })).toBe(
    'failed a one-shot 5 ms Error, will be repeated',
  );
  expect(errorKind(Object.assign(new Error('secret'), { code: 'EPIPE' }))).toBe('EPIPE');
  expect(errorKind('secret')).toBe('string');
  expect(formatEvent({ ...facts, kind: 'returned' })).toBe('returned a one-shot 5 ms');
  expect(formatEvent({ ...facts, kind: 'done', tokensAfter: 4 })).toBe(
    'done a one-shot 5 ms ? -> 4 tokens',
  );
});

test('reads every option, and the address from the environment', () => {
  const options = ['--config', 'c.mjs', '--queue', 'q', '--concurrency', '8', '--time-limit', '2m'];
  expect(readArguments(options, { REDIS_URL: 'redis://a' })).toEqual({
    kind: 'work',
    redis: 'redis://a',
    config: 'c.mjs',
    queue: 'q',
    concurrency: 8,
    timeLimitMs: 120_000,
  });
});

const given = ['--redis', 'redis://127.0.0.1:1', '--config'];

test.each<[readonly string[], string]>([
  [[], '--redis URL is missing, and so is the variable REDIS_URL.'],
  [given.slice(0, 2), '--config FILE is missing.'],
  [['--redi', 'a'], "Unknown option '--redi'. --help lists the options."],
  [['jobs'], "Unexpected argument 'jobs'"],
  [[...given, 'c.mjs', '--time-limit', '3'], '--time-limit: expected a whole number with ms, s or'],
  [[...given, 'c.mjs', '--concurrency', 'x'], '--concurrency: expected a whole number from 1'],
  [[...given, 'none.mjs'], '--config "none.mjs": expected a module, but the file is missing.'],
  [[...given, 'empty.mjs'], '--config "empty.mjs": expected a default export with strategies and'],
  [[...given, 'more.mjs'], 'logger, now; got also strategy, queue.'],
  [
    [...given, 'other.mjs'],
    'strategies: expected a registry, or an object with resolve(name), got',
  ],
  [['--redis', 'host', '--config', 'good.mjs'], 'connection: expected a redis:// or rediss:// URL'],
])('rejects %j with one line of error text and exit code 2', async (argv, sentence) => {
  const good = 'export default { strategies: { resolve() {} }, estimateTokens() {} };';
  await writeFile(join(folder, 'good.mjs'), good);
  await writeFile(join(folder, 'empty.mjs'), '');
  await writeFile(join(folder, 'more.mjs'), 'export default { strategy: 1, queue: "a" };');
  await writeFile(join(folder, 'other.mjs'), 'export default { strategies: [] };');
  const { code, stdout, stderr } = await run(argv);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(sentence);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});

test.each([
  ['--help', 'palimpsest-worker --redis URL'],
  ['--version', '0.'],
])('%s writes to standard output', async (option, beginning) => {
  const { code, stdout, stderr } = await run([option]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.startsWith(beginning)).toBe(true);
});

/** Runs the command with arguments for which it ends by itself. */
async function run(argv: readonly string[]) {
  let [stdout, stderr] = ['', ''];
  const code = await main(argv, {
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    env: {},
    cwd: folder,
    onReady: () => {},
  });
  return { code, stdout, stderr };
}
