import { PalimpsestError, describeValue } from '@palimpsest/core-types';
import { DEFAULT_QUEUE } from '../connection.ts';
import { createCompressionWorker, DEFAULT_CONCURRENCY } from '../create-compression-worker.ts';
import { readVersion } from '../version.ts';
import { errorKind, formatEvent } from '../job-event.ts';
import { HELP, readArguments, type Task, refusal } from './read-arguments.ts';
import type { JobRunnerOptions } from '@palimpsest/orchestrator/background';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { existsSync } from 'node:fs';

export interface MainIo {
  /** One line at the start, and one for each run of a job. */
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder against which a relative `--config` is resolved. */
  readonly cwd: string;
  /** Gets a function that closes the worker, so that `main` returns. */
  readonly onReady: (close: () => void) => void;
}

/** Runs jobs until the worker is closed. Returns the exit code: 0, 1 for a failure, 2 for invalid usage. */
export async function main(argv: readonly string[], io: MainIo): Promise<0 | 1 | 2> {
  try {
    const task = readArguments(argv, io.env);
    if (task.kind === 'work') await work(task, io);
    else io.stdout.write(task.kind === 'help' ? HELP : `${readVersion()}\n`);
    return 0;
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    io.stderr.write(`palimpsest-worker: ${sentence}\n`);
    return PalimpsestError.isInstance(error) ? 2 : 1;
  }
}

async function work(
  { redis, config, kind: _kind, ...limits }: Extract<Task, { readonly kind: 'work' }>,
  { stdout, stderr, cwd, onReady }: MainIo,
): Promise<void> {
  let lastError = '';
  const worker = createCompressionWorker({
    ...(await loadConfig(config, cwd)),
    ...limits,
    connection: redis,
    onJob: (event) => stdout.write(`${formatEvent(event)}\n`),
    onConnectionError(error) {
      const kind = errorKind(error);
      // While Redis is away, every attempt to connect fails in the same way.
      if (kind !== lastError) stderr.write(`palimpsest-worker: Redis: ${kind}\n`);
      lastError = kind;
    },
  });
  onReady(() => void worker.close());
  const { queue = DEFAULT_QUEUE, concurrency = DEFAULT_CONCURRENCY } = limits;
  const jobs = concurrency === 1 ? '1 job' : `${concurrency} jobs`;
  stdout.write(`working on "${queue}", ${jobs} at a time, process ${process.pid}\n`);
  await worker.run();
  stdout.write('closed\n');
}

/** What the default export of a configuration may have. */
const KEYS: readonly (keyof JobRunnerOptions)[] = [
  'strategies',
  'estimateTokens',
  'resolveProvider',
  'resolvePrompt',
  'attempts',
  'logger',
  'now',
];

/**
 * Loads the module of `--config`. `createCompressionWorker` checks the values.
 *
 * @throws {PalimpsestError} REFUSED when the file is missing or its default export has another form; errors of the module itself
 */
async function loadConfig(file: string, cwd: string): Promise<JobRunnerOptions> {
  const path = resolve(cwd, file);
  const option = `--config ${JSON.stringify(file)}`;
  if (!existsSync(path)) throw refusal(`${option}: expected a module, but the file is missing.`);
  const { default: config } = (await import(pathToFileURL(path).href)) as { default?: unknown };
  if (typeof config !== 'object' || config === null) {
    const expected = `a default export with ${KEYS.slice(0, 2).join(' and ')}`;
    throw refusal(`${option}: expected ${expected}, got ${describeValue(config)}.`);
  }
  const unknown = Object.keys(config).filter((key) => !KEYS.some((known) => known === key));
  if (unknown.length > 0) {
    const expected = `a default export with only ${KEYS.join(', ')}`;
    throw refusal(`${option}: expected ${expected}; got also ${unknown.join(', ')}.`);
  }
  return config as JobRunnerOptions;
}
