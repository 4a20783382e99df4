import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Arguments, Command } from '../arguments/command.ts';
import { errorCode, UsageError } from '../errors.ts';
import type { MainIo } from '../main-io.ts';
import { printable } from '../terminal/printable.ts';
import { baseUrls, pointAtProxy } from './base-urls.ts';
import { PROXY_OPTIONS, startProxy } from './proxy-options.ts';
import { createRequestSums } from './sum-requests.ts';

export const runCommand: Command = {
  options: PROXY_OPTIONS,
  takesCommand: true,
  notes: [
    'Starts a proxy on a free port and the command with the base URLs of its providers set to it, and ends the proxy with the command. Known by name: claude, codex, opencode, kilo and gemini. Other commands read ANTHROPIC_BASE_URL, OPENAI_BASE_URL or GOOGLE_GEMINI_BASE_URL. If such a variable is set already, requests go on to its URL.',
    'The exit code is that of the command.',
  ],
  run: runWithProxy,
};

async function runWithProxy(given: Arguments, io: MainIo): Promise<number> {
  const [command, ...rest] = given.rest;
  if (command === undefined) {
    throw new UsageError('No command to run: write it after --, as in palimpsest run -- claude.');
  }
  const sums = createRequestSums();
  const proxy = await startProxy(given, io, {
    upstreams: baseUrls(io.env),
    onRequest: (report) => sums.add(report),
  });
  try {
    const { args, env } = pointAtProxy(command, rest, io.env, proxy.url);
    return await runChild(command, args, env, io);
  } finally {
    await proxy.close();
    const line = sums.format();
    if (line !== undefined) io.stderr.write(`palimpsest: ${line}\n`);
  }
}

/** Runs a command on the terminal of this process. Returns its exit code; 128 and the number of the signal that ended it. */
async function runChild(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { cwd, takeSignals }: MainIo,
): Promise<number> {
  const child = spawn(command, [...args], { cwd, env, stdio: 'inherit' });
  // A terminal sends an interrupt to the command itself.
  takeSignals?.((signal) => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  });
  return await new Promise<number>((resolve, reject) => {
    child.once('error', (error) => {
      const name = printable(command, 80);
      const reason = errorCode(error) === 'ENOENT' ? 'was not found' : 'could not be started';
      reject(new UsageError(`"${name}" ${reason}.`, { cause: error }));
    });
    child.once('exit', (code, signal) => {
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
