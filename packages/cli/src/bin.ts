#!/usr/bin/env node
import { main } from './main.ts';

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

/** A pipe that nobody reads any more, as after `| head`, is no failure: what writes data notices, and reports are for nobody. */
const CLOSED = new Set(['EPIPE', 'ERR_STREAM_DESTROYED']);
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (!CLOSED.has(error.code ?? '')) throw error;
  });
}

process.exitCode = await main(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  now: () => performance.now(),
  signal: interrupted.signal,
});
