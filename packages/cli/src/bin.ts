#!/usr/bin/env node
import { EXIT } from './exit-code.ts';
import { main } from './main.ts';
import { workingFolder } from './working-folder.ts';

const interrupted = new AbortController();
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.once(signal, () => {
    interrupted.abort();
    process.exit(code);
  });
}

// What writes data is told of a failure by the write itself, and says so. Without listeners the event would end the program with a stack.
process.stdout.on('error', () => {});
/** A pipe that nobody reads any more, as after `| head`, is no failure. */
const CLOSED = new Set(['EPIPE', 'ERR_STREAM_DESTROYED']);
let lostReport = false;
process.stderr.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
  lostReport ||= !CLOSED.has(code);
});

const code = await main(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: workingFolder(process.env, process.cwd()),
  now: () => performance.now(),
  signal: interrupted.signal,
});
// Set last: the end of a write to standard error may come after the command.
process.once('exit', () => {
  process.exitCode = lostReport && code === EXIT.done ? EXIT.failed : code;
});
