import { execFile } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

/** @param printed returns the standard output so far */
export type Talk = (write: (line: string) => void, printed: () => string) => Promise<void>;

interface RunOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Writes the standard input. It is closed when the promise settles. @default nothing is written */
  readonly talk?: Talk;
  /** The process is ended after this time. @default 120000 */
  readonly timeoutMs?: number;
}

/** Runs a command and returns what it printed. @throws {Error} with its output when it fails */
export async function runHost(
  command: string,
  args: readonly string[],
  { cwd, env, talk, timeoutMs = 120_000 }: RunOptions,
): Promise<string> {
  const running = promisify(execFile)(command, [...args], {
    cwd,
    // A home of its own: no login and no settings of a person.
    env: { PATH: process.env['PATH'] ?? '', ...env },
    timeout: timeoutMs,
    maxBuffer: 256 * 1024 * 1024,
  });
  const { stdin, stdout: output } = running.child;
  let printed = '';
  if (talk !== undefined) output?.on('data', (chunk: unknown) => (printed += String(chunk)));
  await talk?.(
    (line) => void stdin?.write(`${line}\n`),
    () => printed,
  );
  stdin?.end();
  const { stdout, stderr } = await running;
  return stdout + stderr;
}

/** Returns a function that installs packages into a folder. Arguments are those of `npm install`. */
export function installs(...packages: readonly string[]): (folder: string) => Promise<void> {
  return async (folder) => {
    const inFolder = { cwd: folder, env: process.env, timeoutMs: 600_000 };
    await runHost('npm', ['install', '--no-save', ...packages], inFolder);
  };
}

/** Resolves when a condition holds. @throws {Error} after `timeoutMs` */
export async function until(holds: () => boolean, timeoutMs = 30_000): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`Nothing happened for ${timeoutMs} ms.`);
    await setTimeout(50);
  }
}
