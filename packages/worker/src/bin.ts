#!/usr/bin/env node
import { main } from './command/main.ts';

// A signal during the close ends the process at once.
let close: (() => void) | undefined;
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.on(signal, () => {
    if (close === undefined) process.exit(code);
    close();
    close = undefined;
  });
}
// A log that nobody reads ends no job.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

process.exit(
  await main(process.argv.slice(2), {
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    onReady: (closeWorker) => (close = closeWorker),
  }),
);
