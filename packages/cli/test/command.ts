import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterAll } from 'vitest';
import { main } from '../src/index.ts';
import type { MainIo, OutputStream } from '../src/main-io.ts';

interface RunOptions {
  readonly stdin?: string | Uint8Array;
  readonly isInputTerminal?: boolean;
  readonly env?: MainIo['env'];
  readonly isTerminal?: boolean;
  readonly columns?: number;
  readonly signal?: AbortSignal;
  readonly now?: () => number;
}

interface RunResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface TestCommand {
  /** A folder for the files of one test file. */
  readonly folder: string;
  /** Runs the command in that folder, and collects what it writes. */
  readonly run: (argv: readonly string[], options?: RunOptions) => Promise<RunResult>;
}

/** Creates a command with a separate folder, so that test files can share a process. */
export function createCommand(): TestCommand {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-cli-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return { folder, run: (argv, options) => runIn(folder, argv, options) };
}

async function runIn(
  cwd: string,
  argv: readonly string[],
  {
    stdin = '',
    isInputTerminal = false,
    env = {},
    isTerminal = false,
    columns,
    signal,
    now = () => 0,
  }: RunOptions = {},
): Promise<RunResult> {
  const stdout = sink(isTerminal, columns);
  const stderr = sink(isTerminal, columns);
  const code = await main(argv, {
    stdin: Object.assign(Readable.from([Buffer.from(stdin)]), { isTTY: isInputTerminal }),
    stdout: stdout.stream,
    stderr: stderr.stream,
    env,
    cwd,
    now,
    ...(signal === undefined ? {} : { signal }),
  });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function sink(
  isTTY: boolean,
  columns: number | undefined,
): { readonly stream: OutputStream; readonly text: () => string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  Object.assign(stream, { isTTY, ...(columns === undefined ? {} : { columns }) });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}
